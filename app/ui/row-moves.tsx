import { ArrowDown, ArrowUp, GripVertical } from "lucide-react";
import type { PointerEvent, SubmitEvent } from "react";

type RowMovesProps = {
  /** What the form says of which row it is: a field's name and its value. */
  field: string;
  id: string;
  name: string;
  isFirst: boolean;
  isLast: boolean;
  onStep: (event: SubmitEvent<HTMLFormElement>) => void;
  onGrip: (event: PointerEvent) => void;
};

/** A row's two buttons, which work without script, and with it a grip to drag it by. */
export function RowMoves({ field, id, name, isFirst, isLast, onStep, onGrip }: RowMovesProps) {
  return (
    <>
      <form method="post" className="row-moves" onSubmit={onStep}>
        <input type="hidden" name={field} value={id} />
        <button
          type="submit"
          className="icon-button"
          name="do"
          value="up"
          disabled={isFirst}
          aria-label={`Move ${name} up`}
        >
          <ArrowUp className="icon" aria-hidden="true" />
        </button>
        <button
          type="submit"
          className="icon-button"
          name="do"
          value="down"
          disabled={isLast}
          aria-label={`Move ${name} down`}
        >
          <ArrowDown className="icon" aria-hidden="true" />
        </button>
      </form>
      {/* For pointers and fingers alone: keys have the buttons. */}
      {!(isFirst && isLast) && (
        <span className="row-grip" aria-hidden="true" onPointerDown={onGrip}>
          <GripVertical className="icon" />
        </span>
      )}
    </>
  );
}

type RowSaysProps = { said: string; problem: string; canUndo: boolean; onUndo: () => void };

/** What became of the last move, and the way back. */
export function RowSays({ said, problem, canUndo, onUndo }: RowSaysProps) {
  return (
    <div className="row-says">
      <p role="status">{said}</p>
      {problem !== "" && (
        <p role="alert" className="form-problem">
          {problem}
        </p>
      )}
      {canUndo && (
        <button type="button" className="button button-outline button-small" onClick={onUndo}>
          Undo the move
        </button>
      )}
    </div>
  );
}

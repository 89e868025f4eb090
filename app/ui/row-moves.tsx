import { ArrowDown, ArrowUp, GripVertical, type LucideIcon } from "lucide-react";
import type { MouseEvent, PointerEvent } from "react";

type RowMovesProps = {
  /** The field by which a form of their own says which row it is; null where they are part of a form around them. */
  field: string | null;
  id: string;
  name: string;
  isFirst: boolean;
  isLast: boolean;
  onStep: (event: MouseEvent<HTMLButtonElement>, by: -1 | 1) => void;
  onGrip: (event: PointerEvent) => void;
};

/** A row's two buttons, which work without script, and with it a grip to drag it by. */
export function RowMoves({ field, id, name, isFirst, isLast, onStep, onGrip }: RowMovesProps) {
  // A form around them has many rows: there each button says which one it moves.
  const saying = (way: string) => (field === null ? `${way}:${id}` : way);
  const buttons = (
    <>
      <MoveButton
        value={saying("up")}
        label={`Move ${name} up`}
        Icon={ArrowUp}
        isOff={isFirst}
        onClick={(event) => onStep(event, -1)}
      />
      <MoveButton
        value={saying("down")}
        label={`Move ${name} down`}
        Icon={ArrowDown}
        isOff={isLast}
        onClick={(event) => onStep(event, 1)}
      />
    </>
  );
  return (
    <>
      {field === null ? (
        <div className="row-moves">{buttons}</div>
      ) : (
        <form method="post" className="row-moves">
          <input type="hidden" name={field} value={id} />
          {buttons}
        </form>
      )}
      {/* For pointers and fingers alone: keys have the buttons. */}
      {!(isFirst && isLast) && (
        <span className="row-grip" aria-hidden="true" onPointerDown={onGrip}>
          <GripVertical className="icon" />
        </span>
      )}
    </>
  );
}

type MoveButtonProps = {
  value: string;
  label: string;
  Icon: LucideIcon;
  isOff: boolean;
  onClick: (event: MouseEvent<HTMLButtonElement>) => void;
};

function MoveButton({ value, label, Icon, isOff, onClick }: MoveButtonProps) {
  return (
    <button
      type="submit"
      className="icon-button"
      name="do"
      value={value}
      disabled={isOff}
      aria-label={label}
      onClick={onClick}
    >
      <Icon className="icon" aria-hidden="true" />
    </button>
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

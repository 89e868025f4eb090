import "./row-order.css";

import { ArrowDown, ArrowUp, GripVertical, type LucideIcon } from "lucide-react";
import type { MouseEvent, PointerEvent } from "react";

type RowMovesProps = {
  /** The name of the row's field in the buttons' own form; null when they are inside of another form. */
  field: string | null;
  id: string;
  name: string;
  isFirst: boolean;
  isLast: boolean;
  onStep: (event: MouseEvent<HTMLButtonElement>, by: -1 | 1) => void;
  onGrip: (event: PointerEvent) => void;
};

/** Two buttons to move a row, which work without script, and a grip to drag it with script. */
export function RowMoves({ field, id, name, isFirst, isLast, onStep, onGrip }: RowMovesProps) {
  // In a surrounding form, which has many rows, each button's value names its row.
  const buttonValue = (direction: string) => (field === null ? `${direction}:${id}` : direction);
  const buttons = (
    <>
      <MoveButton
        value={buttonValue("up")}
        label={`Move ${name} up`}
        Icon={ArrowUp}
        isDisabled={isFirst}
        onClick={(event) => onStep(event, -1)}
      />
      <MoveButton
        value={buttonValue("down")}
        label={`Move ${name} down`}
        Icon={ArrowDown}
        isDisabled={isLast}
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
      {/* For pointers only: keyboards use the buttons. */}
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
  isDisabled: boolean;
  onClick: (event: MouseEvent<HTMLButtonElement>) => void;
};

function MoveButton({ value, label, Icon, isDisabled, onClick }: MoveButtonProps) {
  return (
    <button
      type="submit"
      className="icon-button"
      name="do"
      value={value}
      disabled={isDisabled}
      aria-label={label}
      onClick={onClick}
    >
      <Icon className="icon" aria-hidden="true" />
    </button>
  );
}

type RowSaysProps = { said: string; problem: string; canUndo: boolean; onUndo: () => void };

/** The result of the last move, with an undo button. */
export function RowMoveStatus({ said, problem, canUndo, onUndo }: RowSaysProps) {
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
          Undo move
        </button>
      )}
    </div>
  );
}

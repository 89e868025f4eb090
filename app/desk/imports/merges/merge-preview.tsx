import "../screens/importing.css";

import type { ComponentProps } from "react";
import { Link } from "react-router";

import { SideBySide } from "../duplicates/side-by-side.tsx";
import { MERGES_PATH } from "./merge.ts";

type MergePreviewProps = {
  pair: {
    left: string;
    right: string;
    lines: ComponentProps<typeof SideBySide>["lines"];
    /** What moves from the duplicate; empty for nothing. */
    moved: string;
  };
  survivor: string;
  duplicate: string;
};

/** Two listings side by side, with the button that merges them. */
export function MergePreview({ pair, survivor, duplicate }: MergePreviewProps) {
  return (
    <section className="import-section" aria-labelledby="pair">
      <h2 className="h3" id="pair">
        Merge {pair.right} into {pair.left}
      </h2>
      <SideBySide left="Keep" right="Duplicate" lines={pair.lines} />
      {pair.moved !== "" && <p>Moves with it: {pair.moved}.</p>}
      <form method="post" action={MERGES_PATH} className="form-buttons">
        <input type="hidden" name="survivor" value={survivor} />
        <input type="hidden" name="duplicate" value={duplicate} />
        <button type="submit" className="button button-primary">
          Merge listings
        </button>
        <Link
          className="link"
          to={`${MERGES_PATH}?${new URLSearchParams({ survivor: duplicate, duplicate: survivor })}`}
        >
          Swap
        </Link>
      </form>
    </section>
  );
}

import type { ReactNode } from "react";

import { CATEGORY_NAMES } from "#app/features/places/categories.ts";
import { fullCount } from "#app/ui/counted.ts";

import { importPath } from "./imports.ts";
import { TYPE_CHARACTERS_MAX } from "./kinds.ts";

type KindsFormProps<Kind> = { importId: string; kinds: Kind[]; typed: ReadonlyMap<string, string> };

export function KindsForm({ importId, kinds, typed }: KindsFormProps<{ kind: string; count: number }>) {
  return (
    <form method="post" action={importPath(importId)} className="import-section">
      <h2 className="h3">Kinds that have no category here</h2>
      <p className="text-stone-5">
        New places of these kinds are left out. Say what they are here, and the file is checked again.
      </p>
      <KindsAsked does="kinds" label="Keep and check again">
        {kinds.map(({ kind, count }) => (
          <KindFields key={kind} kind={kind} known={typedOf(typed, kind)}>
            <span className="text-stone-5">
              {fullCount(count)}
              {kind === "" && ", for this file alone"}
            </span>
          </KindFields>
        ))}
      </KindsAsked>
    </form>
  );
}

/** The kinds of a form with its submit button. */
function KindsAsked({ does, label, children }: { does: string; label: string; children: ReactNode }) {
  return (
    <>
      <ul className="import-kinds">{children}</ul>
      <div className="review-buttons">
        <button type="submit" className="button button-outline" name="do" value={does}>
          {label}
        </button>
      </div>
    </>
  );
}

/** Fields for the category and type of one source kind. */
function KindFields({
  kind,
  known,
  children,
}: {
  kind: string;
  known: { category: string; type: string } | null;
  children?: ReactNode;
}) {
  const name = kind || "No kind at all";
  return (
    <li>
      <span>
        <strong>{name}</strong> {children}
      </span>
      <select
        className="input"
        name={`category-${kind}`}
        aria-label={`Category of ${name}`}
        defaultValue={known?.category ?? ""}
      >
        <option value="">Leave out</option>
        {Object.entries(CATEGORY_NAMES).map(([slug, label]) => (
          <option key={slug} value={slug}>
            {label}
          </option>
        ))}
      </select>
      <input
        className="input"
        name={`type-${kind}`}
        aria-label={`Type of ${name}`}
        placeholder="Type, as Bakery"
        list="known-types"
        autoComplete="off"
        maxLength={TYPE_CHARACTERS_MAX}
        defaultValue={known?.type ?? ""}
      />
    </li>
  );
}

function typedOf(typed: ReadonlyMap<string, string>, kind: string): { category: string; type: string } | null {
  const [category, type] = [typed.get(`category-${kind}`), typed.get(`type-${kind}`)];
  return category === undefined && type === undefined ? null : { category: category ?? "", type: type ?? "" };
}

export function OwnKindsForm({
  importId,
  kinds,
  typed,
}: KindsFormProps<{ key: string; category: string; type: string }>) {
  return (
    <details className="import-source">
      <summary>Kinds that editors have mapped</summary>
      <form method="post" action={importPath(importId)} className="import-section">
        <p className="text-stone-5">
          For every file of this format, where nothing else is said. Choose “Leave out” and empty the type to forget
          one. The file is checked again.
        </p>
        <KindsAsked does="own-kinds" label="Change and check again">
          {kinds.map(({ key, ...known }) => (
            <KindFields key={key} kind={key} known={typedOf(typed, key) ?? known}>
              <input type="hidden" name="key" value={key} />
              {key === "" && <span className="text-stone-5">For this file alone</span>}
            </KindFields>
          ))}
        </KindsAsked>
      </form>
    </details>
  );
}

import "../screens/importing.css";

import type { ReactNode } from "react";

import { CATEGORY_NAMES } from "#app/guide/places/facts/categories.ts";
import { formatFullCount } from "#app/ui/format-count.ts";

import { importPath } from "../screens/imports.ts";
import { TYPE_CHARACTERS_MAX } from "./category-mapping.ts";

type KindsFormProps<Kind> = { importId: string; kinds: Kind[]; typed: ReadonlyMap<string, string> };

export function UnmappedKindsForm({ importId, kinds, typed }: KindsFormProps<{ kind: string; count: number }>) {
  return (
    <form method="post" action={importPath(importId)} className="import-section">
      <h2 className="h3">Kinds without a category</h2>
      <p className="text-muted">
        New places of these kinds are skipped. Choose a category and type, and we’ll check the file again.
      </p>
      <KindList command="kinds" label="Save and check again">
        {kinds.map(({ kind, count }) => (
          <MappingFields key={kind} kind={kind} value={findTypedMapping(typed, kind)}>
            <span className="text-muted">
              {formatFullCount(count)}
              {kind === "" && ", for this file only"}
            </span>
          </MappingFields>
        ))}
      </KindList>
    </form>
  );
}

/** The kinds of a form with its submit button. */
function KindList({ command, label, children }: { command: string; label: string; children: ReactNode }) {
  return (
    <>
      <ul className="import-kinds">{children}</ul>
      <div className="form-buttons">
        <button type="submit" className="button button-outline" name="do" value={command}>
          {label}
        </button>
      </div>
    </>
  );
}

/** Fields for the category and type of one source kind. */
function MappingFields({
  kind,
  value,
  children,
}: {
  kind: string;
  value: { category: string; type: string } | null;
  children?: ReactNode;
}) {
  const name = kind || "No kind";
  return (
    <li>
      <span>
        <strong>{name}</strong> {children}
      </span>
      <select
        className="input"
        name={`category-${kind}`}
        aria-label={`Category of ${name}`}
        defaultValue={value?.category ?? ""}
      >
        <option value="">Skip</option>
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
        placeholder="Type, like Bakery"
        list="known-types"
        maxLength={TYPE_CHARACTERS_MAX}
        defaultValue={value?.type ?? ""}
      />
    </li>
  );
}

function findTypedMapping(typed: ReadonlyMap<string, string>, kind: string): { category: string; type: string } | null {
  const [category, type] = [typed.get(`category-${kind}`), typed.get(`type-${kind}`)];
  return category === undefined && type === undefined ? null : { category: category ?? "", type: type ?? "" };
}

export function CustomMappingsForm({
  importId,
  kinds,
  typed,
}: KindsFormProps<{ key: string; category: string; type: string }>) {
  return (
    <details className="import-source">
      <summary>Saved category mappings</summary>
      <form method="post" action={importPath(importId)} className="import-section">
        <p className="text-muted">
          These apply to every file of this format unless noted. To remove one, choose “Skip” and clear the type. We’ll
          check the file again.
        </p>
        <KindList command="own-kinds" label="Save changes and check again">
          {kinds.map(({ key, ...value }) => (
            <MappingFields key={key} kind={key} value={findTypedMapping(typed, key) ?? value}>
              <input type="hidden" name="key" value={key} />
              {key === "" && <span className="text-muted">For this file only</span>}
            </MappingFields>
          ))}
        </KindList>
      </form>
    </details>
  );
}

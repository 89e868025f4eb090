import "./admin.css";

import { type ReactNode, useEffect, useRef } from "react";
import { Form, useSubmit } from "react-router";

type FilterFormProps = {
  action: string;
  /** The path with the current filters. */
  path: string;
  children: ReactNode;
};

/** Long enough to type on, short enough not to wait for. */
const TYPING_MS = 300;

/**
 * The filters of a table in one line, by GET. With script each choice applies at once and text while it is typed; without, a
 * button applies them.
 */
export function FilterForm({ action, path, children }: FilterFormProps) {
  const form = useRef<HTMLFormElement>(null);
  const timer = useRef<ReturnType<typeof setTimeout> | undefined>(undefined);
  const submit = useSubmit();
  useEffect(() => {
    if (form.current !== null) showFiltersOf(form.current, new URLSearchParams(path.split("?")[1]));
  }, [path]);
  useEffect(() => () => clearTimeout(timer.current), []);
  const apply = (wait: number) => {
    clearTimeout(timer.current);
    timer.current = setTimeout(() => {
      if (form.current !== null) void submit(form.current, { replace: true, preventScrollReset: true });
    }, wait);
  };
  return (
    <Form
      ref={form}
      className="admin-search"
      action={action}
      role="search"
      onChange={(event) => apply(isText(event.target) ? TYPING_MS : 0)}
      onSubmit={() => clearTimeout(timer.current)}
      preventScrollReset
    >
      {children}
      <button type="submit" className="button button-outline admin-apply">
        Search
      </button>
    </Form>
  );
}

/** After Back, or a link that clears the filters. The field in use keeps what was typed since. */
function showFiltersOf(form: HTMLFormElement, filters: URLSearchParams): void {
  for (const element of form.elements) {
    if (element === document.activeElement) continue;
    if (element instanceof HTMLSelectElement)
      element.value = filters.get(element.name) ?? element.options[0]?.value ?? "";
    else if (element instanceof HTMLInputElement && element.type !== "hidden")
      element.value = filters.get(element.name) ?? "";
  }
}

function isText(target: EventTarget): boolean {
  return target instanceof HTMLInputElement && target.type === "search";
}

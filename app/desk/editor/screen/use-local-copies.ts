import { type RefObject, useEffect, useState } from "react";
import { collectFormData } from "../document/collect-form.ts";
import {
  deleteLocalCopy,
  readGuideFields,
  type StoredCopy,
  listLocalCopies,
  hasSameContent,
} from "../draft/local-copy.ts";

/** Local copies of earlier visits that differ from the page. */
export function useLocalCopies(
  form: RefObject<HTMLFormElement | null>,
  { id, isStored }: { id: number; isStored: boolean },
) {
  const [copies, setCopies] = useState<readonly StoredCopy[]>([]);
  useEffect(() => {
    const frame = requestAnimationFrame(() => {
      if (form.current === null) return;
      const page = readGuideFields(collectFormData(form.current));
      const differs = (copy: StoredCopy) => !hasSameContent(copy.fields, page);
      const all = listLocalCopies(id);
      // Copies equal to the page are saved already, unless the site has refused the page's text.
      if (isStored) for (const { name } of all.filter((copy) => !differs(copy))) deleteLocalCopy(name);
      setCopies(all.filter(differs));
    });
    return () => cancelAnimationFrame(frame);
  }, [form, id, isStored]);
  const dismiss = (copy: StoredCopy) => setCopies((last) => last.filter(({ name }) => name !== copy.name));
  const discard = (copy: StoredCopy) => {
    deleteLocalCopy(copy.name);
    dismiss(copy);
  };
  return { newest: copies[0] ?? null, dismiss, discard };
}

export function fillIn(form: HTMLFormElement | null, fields: Record<string, string>): void {
  for (const element of form?.elements ?? []) {
    if (element instanceof HTMLInputElement && element.type === "checkbox") element.checked = element.name in fields;
    if (element instanceof HTMLInputElement && element.type === "radio" && element.name in fields)
      element.checked = element.value === fields[element.name];
    const text = "name" in element && typeof element.name === "string" ? fields[element.name] : undefined;
    if (text === undefined) continue;
    if (element instanceof HTMLInputElement && (element.type === "text" || element.type === "")) element.value = text;
    if (element instanceof HTMLTextAreaElement || element instanceof HTMLSelectElement) element.value = text;
  }
}

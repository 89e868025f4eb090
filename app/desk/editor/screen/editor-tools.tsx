import "./editor-text.css";

import type { Editor } from "@tiptap/core";
import { type ReactNode, type RefObject, useEffect, useId, useRef, useState } from "react";

import { PICTURE_TYPES, uploadGuidePicture } from "../pictures/upload-picture.ts";
import { insertBlock } from "./insert-block.ts";
import { PlaceSearch } from "./place-search.tsx";
import type { StopPlace } from "./stop-place.ts";

type ToolProps = { editor: Editor; onDone: () => void };

type ToolBoxProps = { label: string; onEnter: () => void; onDone: () => void; children: ReactNode };

/** A tool's fields. Enter applies the tool without submitting the guide; Escape closes it. */
function ToolBox({ label, onEnter, onDone, children }: ToolBoxProps) {
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const element = box.current;
    const press = (event: KeyboardEvent) => {
      if (event.key === "Escape") {
        event.preventDefault();
        onDone();
      }
      if (event.key !== "Enter" || !(event.target instanceof HTMLInputElement) || event.target.type === "file") return;
      event.preventDefault();
      onEnter();
    };
    element?.addEventListener("keydown", press);
    return () => element?.removeEventListener("keydown", press);
  }, [onEnter, onDone]);
  useEffect(() => {
    box.current?.querySelector("input")?.focus();
  }, []);
  return (
    <div className="editor-tool" role="group" aria-label={label} ref={box}>
      {children}
    </div>
  );
}

export function LinkTool({ editor, onDone }: ToolProps) {
  const before: unknown = editor.getAttributes("link")["href"];
  const [href, setHref] = useState(typeof before === "string" ? before : "");
  const [problem, setProblem] = useState("");
  const id = useId();
  const apply = () => {
    const address = parseLink(href);
    if (address === null) return setProblem("Enter a link such as https://example.com or /places/chercher.");
    const chain = editor.chain().focus().extendMarkRange("link");
    if (editor.state.selection.empty && before === undefined) {
      chain.insertContent({ type: "text", text: address, marks: [{ type: "link", attrs: { href: address } }] }).run();
    } else {
      chain.setLink({ href: address }).run();
    }
    onDone();
  };
  const remove = () => {
    editor.chain().focus().extendMarkRange("link").unsetLink().run();
    onDone();
  };
  return (
    <ToolBox label="Link" onEnter={apply} onDone={onDone}>
      <div className={problem === "" ? "field" : "field field-error"}>
        <label htmlFor={id}>Link address</label>
        <input
          className="input"
          id={id}
          value={href}
          onChange={(event) => setHref(event.target.value)}
          autoComplete="off"
        />
        {problem !== "" && <small>{problem}</small>}
      </div>
      <div className="editor-tool-buttons">
        <button type="button" className="button button-primary button-small" onClick={apply}>
          Add link
        </button>
        {before !== undefined && (
          <button type="button" className="button button-plain button-small" onClick={remove}>
            Remove link
          </button>
        )}
      </div>
    </ToolBox>
  );
}

/** Normalizes a typed link; null for script URLs and invalid ones. */
function parseLink(typed: string): string | null {
  const text = typed.trim();
  if (/^\/(?!\/)|^#/.test(text)) return text;
  const whole = /^[a-z][a-z\d+.-]*:/i.test(text) ? text : `https://${text}`;
  if (!URL.canParse(whole)) return null;
  const { protocol, hostname } = new URL(whole);
  if (protocol === "mailto:" || protocol === "tel:") return whole;
  return /^https?:$/.test(protocol) && hostname.includes(".") ? whole : null;
}

/** `given`: a pasted or dropped file, which only needs a description. */
export function PictureTool({ editor, given, onDone }: ToolProps & { given: File | null }) {
  const [[alt, credit], setTexts] = useState(["", ""]);
  const [isBusy, setBusy] = useState(false);
  const [problem, setProblem] = useState("");
  const file = useRef<HTMLInputElement>(null);
  const description = useRef<HTMLInputElement>(null);
  const id = useId();
  useGivenFile(given, { file, description });
  const add = async () => {
    const chosen = file.current?.files?.[0];
    if (isBusy) return;
    if (chosen === undefined) return setProblem("Choose a file.");
    if (alt.trim() === "") return setProblem("Describe the picture for people who can’t see it.");
    setBusy(true);
    setProblem("");
    const sent = await uploadGuidePicture(chosen);
    setBusy(false);
    if (sent.path === null) return setProblem(sent.why);
    const attrs = { src: sent.path, alt: alt.trim(), title: credit.trim() };
    insertBlock(editor, { type: "picture", attrs });
    onDone();
  };
  return (
    <ToolBox label="Picture" onEnter={() => void add()} onDone={onDone}>
      <div className="editor-tool-fields">
        <label className="field">
          <span>File</span>
          <input className="input" type="file" ref={file} accept={PICTURE_TYPES} />
        </label>
        <label className="field">
          <span>Description</span>
          <input
            className="input"
            ref={description}
            value={alt}
            maxLength={200}
            onChange={(event) => setTexts([event.target.value, credit])}
            autoComplete="off"
          />
        </label>
        <label className="field">
          <span>Credit</span>
          <input
            className="input"
            value={credit}
            maxLength={200}
            onChange={(event) => setTexts([alt, event.target.value])}
            autoComplete="off"
            placeholder="Photo: "
          />
        </label>
      </div>
      {problem !== "" && (
        <p className="form-problem" role="alert" id={id}>
          {problem}
        </p>
      )}
      <div className="editor-tool-buttons">
        <button
          type="button"
          className="button button-primary button-small"
          disabled={isBusy}
          onClick={() => void add()}
        >
          {isBusy ? "Adding…" : "Add picture"}
        </button>
      </div>
    </ToolBox>
  );
}

/** Puts a pasted file into the file field and focuses the description. */
function useGivenFile(
  given: File | null,
  { file, description }: Record<"file" | "description", RefObject<HTMLInputElement | null>>,
): void {
  useEffect(() => {
    if (given === null || file.current === null) return;
    choose(file.current, given);
    description.current?.focus();
  }, [given, file, description]);
}

function choose(field: HTMLInputElement, file: File): void {
  const chosen = new DataTransfer();
  chosen.items.add(file);
  field.files = chosen.files;
}

export function PlaceTool({ editor, onPlace, onDone }: ToolProps & { onPlace: (place: StopPlace) => void }) {
  const [problem, setProblem] = useState("");
  const choose = (place: StopPlace) => {
    let isThere = false;
    editor.state.doc.forEach((node) => {
      isThere ||= node.type.name === "place" && node.attrs["slug"] === place.slug;
    });
    if (isThere) return setProblem(`${place.name} is in the text already.`);
    onPlace(place);
    insertBlock(editor, { type: "place", attrs: { slug: place.slug } });
    onDone();
  };
  return (
    <ToolBox label="Place" onEnter={() => {}} onDone={onDone}>
      <PlaceSearch onChoose={choose} />
      {problem !== "" && (
        <p className="form-problem" role="alert">
          {problem}
        </p>
      )}
    </ToolBox>
  );
}

import "../screen/editor-text.css";
import "#app/guide/guides/page/guide-page.css";

import { type NodeViewProps, NodeViewWrapper } from "@tiptap/react";
import { GripVertical, Lock, X } from "lucide-react";
import type { KeyboardEvent } from "react";

import { parseGuidePicturePath, guidePictureSrcSet } from "#app/guide/guides/guide-picture.ts";

import { useStops } from "../screen/stops-context.ts";

/** A place in the text. */
export function PlaceBlock({ node, selected, deleteNode }: NodeViewProps) {
  const slug = String(node.attrs["slug"]);
  const { places, numbers, stops } = useStops();
  const place = places.get(slug);
  const reason = stops.get(slug)?.reason ?? "";
  return (
    <NodeViewWrapper className={blockClass("editor-place", selected)} data-place={slug}>
      <Grip label={place?.name ?? slug} />
      <span className="guide-stop-number">{numbers.get(slug) ?? "–"}</span>
      <div>
        <p className="editor-place-name">{place?.name ?? slug}</p>
        <p className="editor-place-line">
          {place === undefined ? "There is no place with this slug." : `${place.type} · ${place.neighborhood}`}
          {place?.isClosed === true && <b className="editor-place-closed"> Closed</b>}
        </p>
        {reason === "" ? (
          <button
            type="button"
            className="link"
            onClick={() => document.getElementById(`guide-reason-${slug}`)?.focus()}
          >
            Add a reason to go
          </button>
        ) : (
          <p>{reason}</p>
        )}
      </div>
      <RemoveButton label={place?.name ?? slug} onClick={deleteNode} />
    </NodeViewWrapper>
  );
}

export function MembersBreakBlock({ selected, deleteNode }: NodeViewProps) {
  return (
    <NodeViewWrapper className={blockClass("editor-break", selected)}>
      <Grip label="the members line" />
      <p>
        <Lock className="icon-small" aria-hidden="true" /> Members only from here
      </p>
      <RemoveButton label="the members line" onClick={deleteNode} />
    </NodeViewWrapper>
  );
}

export function OpaqueMarkdownBlock({ node, selected, deleteNode }: NodeViewProps) {
  return (
    <NodeViewWrapper className={blockClass("editor-kept", selected)}>
      <Grip label="the Markdown" />
      <div>
        <p className="editor-place-line">Markdown, not editable here</p>
        <pre>{String(node.attrs["source"])}</pre>
      </div>
      <RemoveButton label="the Markdown" onClick={deleteNode} />
    </NodeViewWrapper>
  );
}

/** A picture with fields for its description and credit. */
export function PictureBlock({ node, selected, updateAttributes, deleteNode }: NodeViewProps) {
  const [src, alt, credit] = [textOf(node.attrs["src"]), textOf(node.attrs["alt"]), textOf(node.attrs["title"])];
  const picture = parseGuidePicturePath(src);
  return (
    <NodeViewWrapper className={blockClass("editor-picture", selected)}>
      <div className="editor-picture-frame" data-drag-handle>
        {picture !== null && (
          <img
            src={src}
            srcSet={guidePictureSrcSet(picture)}
            sizes="642px"
            alt={alt}
            width={picture.width}
            height={picture.height}
          />
        )}
        <RemoveButton label="the picture" onClick={deleteNode} />
      </div>
      <div className="editor-picture-words" contentEditable={false}>
        <input
          className={alt.trim() === "" ? "input input-missing" : "input"}
          aria-label="Picture description"
          placeholder="Describe the picture (required)"
          value={alt}
          maxLength={200}
          onKeyDown={preventSubmit}
          onChange={(event) => updateAttributes({ alt: event.target.value })}
        />
        <input
          className="input"
          aria-label="Picture credit"
          placeholder="Photo: photographer’s name"
          value={credit}
          maxLength={200}
          onKeyDown={preventSubmit}
          onChange={(event) => updateAttributes({ title: event.target.value })}
        />
      </div>
    </NodeViewWrapper>
  );
}

/** Keeps Enter in these fields from submitting the guide. */
function preventSubmit(event: KeyboardEvent): void {
  if (event.key === "Enter") event.preventDefault();
}

const blockClass = (name: string, isSelected: boolean) => (isSelected ? `${name} editor-selected` : name);

const textOf = (value: unknown) => (typeof value === "string" ? value : "");

/** For mouse and touch. With the keyboard, Alt and the arrow keys move a block. */
function Grip({ label }: { label: string }) {
  return (
    <span
      className="editor-grip"
      data-drag-handle
      title={`Drag ${label}, or press Alt and an arrow key`}
      contentEditable={false}
    >
      <GripVertical className="icon" aria-hidden="true" />
    </span>
  );
}

function RemoveButton({ label, onClick }: { label: string; onClick: () => void }) {
  return (
    <button
      type="button"
      className="editor-remove"
      aria-label={`Remove ${label}`}
      onClick={onClick}
      contentEditable={false}
    >
      <X className="icon" aria-hidden="true" />
    </button>
  );
}

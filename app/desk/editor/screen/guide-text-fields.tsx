import "./editing.css";

import { useEffect, useRef } from "react";

import { TITLE_CHARACTERS_MAX } from "../document/guide-document.ts";
import { guideFieldId } from "../publish/validate-guide.ts";

export function TitleField({ title, problem }: { title: string; problem: string | undefined }) {
  const field = useRef<HTMLTextAreaElement>(null);
  useEffect(() => {
    // "New Post" leads here: what is typed next is the title.
    if (location.hash === `#${guideFieldId("title")}`) field.current?.focus();
  }, []);
  return (
    <div className={problem === undefined ? "guide-editor-title" : "guide-editor-title field-error"}>
      <label className="sr-only" htmlFor={guideFieldId("title")}>
        Title
      </label>
      <textarea
        className="d3"
        ref={field}
        id={guideFieldId("title")}
        name="title"
        rows={1}
        maxLength={TITLE_CHARACTERS_MAX}
        placeholder="Title"
        defaultValue={title}
      />
      {problem !== undefined && <small>{problem}</small>}
    </div>
  );
}

type PlainTextProps = { body: string; onBody: (body: string) => void; problem: string | undefined };

export function PlainText({ body, onBody, problem }: PlainTextProps) {
  return (
    <div className={problem === undefined ? "field" : "field field-error"}>
      <label htmlFor={guideFieldId("body")}>Text (Markdown)</label>
      <textarea
        className="input guide-editor-plain"
        id={guideFieldId("body")}
        name="body"
        rows={28}
        value={body}
        onChange={(event) => onBody(event.target.value)}
      />
      <small>
        {problem ??
          "## Heading, **bold**, *italic*, [link](https://…), - list. Place: ::place{its-slug} on its own line. Text below a ::members line is for members only."}
      </small>
    </div>
  );
}

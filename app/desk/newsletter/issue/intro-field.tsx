import "../subscribers/newsletter.css";

import { type RefObject, useRef, useState } from "react";

import { useRichText } from "#app/desk/editor/screen/use-rich-text.ts";

import { INTRO_CHARACTERS_MAX } from "./issue.ts";
import { issueFieldId } from "./issue-field-id.ts";

const FIELD = { name: "intro", label: "Introduction" };
const LIMIT = `Up to ${INTRO_CHARACTERS_MAX.toLocaleString("en-US")} characters.`;

type IntroFieldProps = {
  form: RefObject<HTMLFormElement | null>;
  intro: string;
  problem: string | undefined;
  onChange: () => void;
};

/** The introduction of an issue, in the editor that posts have. Without script it is a field of Markdown. */
export function IntroField({ form, intro, problem, onChange }: IntroFieldProps) {
  const field = useRef<HTMLTextAreaElement>(null);
  const [body, setBody] = useState(intro);
  const { Rich } = useRichText(form, setBody, onChange, FIELD.name);
  const isRich = Rich !== null;
  return (
    <div className={problem === undefined ? "field newsletter-intro" : "field field-error newsletter-intro"}>
      {isRich ? (
        <span className="newsletter-intro-label">{FIELD.label}</span>
      ) : (
        <label htmlFor={issueFieldId("intro")}>{FIELD.label}</label>
      )}
      {/* Stays in the form, and the editor writes into it. */}
      <textarea
        className="input"
        rows={10}
        id={issueFieldId("intro")}
        name={FIELD.name}
        ref={field}
        hidden={isRich}
        defaultValue={intro}
        aria-invalid={problem === undefined ? undefined : true}
        aria-describedby={`${issueFieldId("intro")}-says`}
      />
      {isRich && (
        <Rich
          body={body}
          onBody={(text) => {
            setBody(text);
            if (field.current !== null) field.current.value = text;
            onChange();
          }}
          onPlace={null}
          field={FIELD}
        />
      )}
      <small id={`${issueFieldId("intro")}-says`}>
        {problem ??
          (isRich ? LIMIT : `Markdown: **bold**, *italic*, [a link](/posts/best-pizza), - a list, > a quote. ${LIMIT}`)}
      </small>
    </div>
  );
}

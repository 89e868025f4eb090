import { Eye, History } from "lucide-react";
import { type ComponentType, type RefObject, useEffect, useMemo, useRef, useState } from "react";
import { Link } from "react-router";

import { closedSince } from "#app/features/guides/closed-since.ts";
import { embeddedPlaces } from "#app/features/guides/guide-body.ts";
import { guideWords, readMinutesOf } from "#app/features/guides/read-time.ts";
import { counted } from "#app/ui/counted.ts";
import { fieldProblems, FormSummary } from "#app/ui/form-summary.tsx";

import { DiffView } from "./diff-view.tsx";
import { editorPath, revisionsPath } from "./editing-paths.ts";
import { type GuideDocument, type GuideStop, orderedStops, stopsOf, TITLE_CHARACTERS_MAX } from "./guide-document.ts";
import {
  GuideAdviceList,
  GuideSettings,
  PictureSection,
  PreviewSection,
  PublishSection,
  SocialSection,
} from "./guide-sections.tsx";
import { FIELD_NAMES, fieldId } from "./guide-ready.ts";
import { GuideStops } from "./guide-stops.tsx";
import type { EditorRefusal, OpenedEditor } from "./opened-editor.ts";
import { ConflictNotice, LocalCopyNotice, OthersNotice, SaveLine } from "./save-line.tsx";
import { forgetLocalCopy, type LocalCopy, localCopy } from "./local-copy.ts";
import { type Stops, StopsContext } from "./stops-context.ts";
import type { StopPlace } from "./stop-place.ts";
import { type SaveState, useAutosave } from "./use-autosave.ts";
import { useOtherWindows } from "./use-other-windows.ts";

type RichTextType = ComponentType<{
  body: string;
  onBody: (body: string) => void;
  onPlace: (place: StopPlace) => void;
}>;

/** A guide to be written: the text as it will be read, what is said of it beside it. Without script it is a form. */
export function GuideEditor({ opened, refused }: { opened: OpenedEditor; refused: EditorRefusal | null }) {
  const { id } = opened;
  const document = refused?.document ?? opened.document;
  const form = useRef<HTMLFormElement>(null);
  const [state, setState] = useState(opened.state);
  const text = useGuideText(document, state.places);
  const autosave = useAutosave({
    id,
    form,
    version: refused?.version ?? opened.version,
    savedAt: opened.savedAt,
    onSaved: (answer) => setState(answer.state),
  });
  const { changed } = autosave;
  const copy = useLocalCopy(id, opened.savedAt);
  const { Rich } = useRichText(form, text.setBody, changed);
  const restore = (kept: LocalCopy) => {
    fillIn(form.current, kept.fields);
    text.restore(kept.fields);
    copy.dismiss();
    changed();
  };
  const write = (next: string) => {
    text.setBody(next);
    changed();
  };
  return (
    <form
      method="post"
      action={editorPath(id)}
      encType="multipart/form-data"
      className="guide-editor"
      ref={form}
      noValidate
      onInput={({ target }) => {
        // What is typed into a tool is no change of the guide.
        if (!(target instanceof Element) || target.closest(".editor-tool") === null) changed();
      }}
      onSubmit={() => navigator.onLine && forgetLocalCopy(id)}
    >
      <h1 className="sr-only">{document.title === "" ? "Untitled guide" : document.title}, being written</h1>
      <input type="hidden" name="version" value={autosave.version} />
      <EditorBar opened={opened} state={autosave.state} version={autosave.version} />
      <div className="guide-editor-notices">
        <Refused refused={refused} />
        {autosave.state.kind === "conflict" && (
          <ConflictNotice answer={autosave.state.answer} onMine={autosave.keepMine} onTheirs={() => takeTheirs(id)} />
        )}
        {copy.kept !== null && <LocalCopyNotice kept={copy.kept} onRestore={restore} onForget={copy.forget} />}
        {state.closed.count > 0 && <ClosedNote closed={state.closed} />}
      </div>
      <div className="guide-editor-columns">
        <Paper {...{ document, text, refused, Rich, onBody: write }} />
        <Side
          {...{
            opened,
            document,
            state,
            text,
            refused,
            version: autosave.version,
            isRich: Rich !== null,
            onBody: write,
          }}
        />
      </div>
    </form>
  );
}

type GuideText = ReturnType<typeof useGuideText>;
type PartProps = {
  document: GuideDocument;
  text: GuideText;
  refused: EditorRefusal | null;
  onBody: (body: string) => void;
};

/** Title and text, as they will be read. */
function Paper({ document, text, refused, Rich, onBody }: PartProps & { Rich: RichTextType | null }) {
  return (
    <div className="guide-editor-paper">
      <TitleField title={document.title} problem={refused?.problems["title"]} />
      <StopsContext.Provider value={text.context}>
        {Rich === null ? (
          <PlainText body={text.body} onBody={onBody} problem={refused?.problems["body"]} />
        ) : (
          <>
            <input type="hidden" name="body" value={text.body} id={fieldId("body")} />
            <Rich body={text.body} onBody={onBody} onPlace={text.addPlace} />
          </>
        )}
      </StopsContext.Provider>
      <Counts body={text.body} words={text.words} readMinutes={text.readMinutes} />
    </div>
  );
}

type SideProps = PartProps & { opened: OpenedEditor; state: OpenedEditor["state"]; version: number; isRich: boolean };

/** What is said of the guide besides its text. */
function Side({ opened, document, state, text, refused, version, isRich, onBody }: SideProps) {
  const { id, choices, host, preview } = opened;
  return (
    <aside className="guide-editor-side" aria-label="About the guide">
      <GuideStops
        body={text.body}
        stops={text.stops}
        places={text.context.places}
        onBody={onBody}
        onStop={text.setStop}
      />
      <GuideSettings document={document} choices={choices} problems={refused?.problems ?? {}} />
      <GuideAdviceList advice={state.advice} problems={state.problems} />
      <SocialSection id={id} version={version} document={document} host={host} />
      {!isRich && <PictureSection problem={refused?.problems["picture-file"]} />}
      <PublishSection opened={opened} refused={refused} />
      <PreviewSection id={id} preview={preview} />
    </aside>
  );
}

type EditorBarProps = { opened: OpenedEditor; state: SaveState; version: number };

/** Where the guide stands, whether it is saved, who else writes, and what can be done. */
function EditorBar({ opened: { id, status, hasNews }, state, version }: EditorBarProps) {
  const others = useOtherWindows(id);
  return (
    <header className="guide-editor-bar">
      <p className="guide-editor-state">
        <b>{status.label}</b>
        {hasNews && state.kind === "saved" && <span> · Changes wait to be published</span>}
      </p>
      <SaveLine state={state} />
      <OthersNotice others={others} version={version} />
      <div className="guide-editor-deeds">
        <Link className="button button-plain button-small" to={revisionsPath(id)}>
          <History className="icon-small" aria-hidden="true" /> History
        </Link>
        <button type="submit" className="button button-outline button-small" name="do" value="preview">
          <Eye className="icon-small" aria-hidden="true" /> Preview
        </button>
        <button type="submit" className="button button-outline button-small guide-editor-save" name="do" value="save">
          Save
        </button>
        <button type="submit" className="button button-primary button-small" name="do" value="publish">
          {status.state === "published" ? "Publish changes" : "Publish now"}
        </button>
      </div>
    </header>
  );
}

function Refused({ refused }: { refused: EditorRefusal | null }) {
  if (refused === null) return null;
  return (
    <>
      <FormSummary why={refused.why} problems={fieldProblems(refused.problems, FIELD_NAMES, fieldId)} />
      {refused.diff.length > 0 && <DiffView diff={refused.diff} />}
    </>
  );
}

function ClosedNote({ closed }: Pick<OpenedEditor["state"], "closed">) {
  return (
    <p className="guide-closed" role="note">
      {closedSince(closed)}. Readers are told so.
    </p>
  );
}

function Counts({ body, words, readMinutes }: { body: string; words: number; readMinutes: number }) {
  return (
    <p className="meta text-meta text-stone-5 guide-editor-count">
      <span>{counted(words, "word")}</span>
      <span>{readMinutes} min read</span>
      <span>{counted(embeddedPlaces(body).length, "place")}</span>
    </p>
  );
}

/** The text, what is said of its places, and what is known of them. */
function useGuideText(document: GuideDocument, known: readonly StopPlace[]) {
  const [body, setBody] = useState(document.body);
  const [said, setSaid] = useState(document.stops);
  const [added, setAdded] = useState<readonly StopPlace[]>([]);
  const stops = useMemo(() => orderedStops(embeddedPlaces(body), said), [body, said]);
  const context = useMemo<Stops>(
    () => ({
      places: new Map([...added, ...known].map((place) => [place.slug, place])),
      numbers: new Map(embeddedPlaces(body).map((slug, index) => [slug, index + 1])),
      stops: new Map(stops.map((stop) => [stop.slug, stop])),
    }),
    [added, known, body, stops],
  );
  const words = useMemo(() => wordsOf(body, stops), [body, stops]);
  return {
    body,
    stops,
    context,
    ...words,
    setBody,
    setStop: (slug: string, change: { reason?: string; hint?: string }) =>
      setSaid((last) => {
        const was = last.find((stop) => stop.slug === slug) ?? { slug, reason: "", hint: "" };
        return [...last.filter((stop) => stop.slug !== slug), { ...was, ...change }];
      }),
    addPlace: (place: StopPlace) => setAdded((last) => [...last, place]),
    restore: (fields: Record<string, string>) => {
      const text = fields["body"] ?? "";
      setBody(text);
      setSaid(
        Object.keys(fields).flatMap((name) => {
          const slug = /^has-(.+)$/.exec(name)?.[1];
          if (slug === undefined) return [];
          return [{ slug, reason: fields[`reason-${slug}`] ?? "", hint: fields[`hint-${slug}`] ?? "" }];
        }),
      );
    },
  };
}

function wordsOf(body: string, stops: readonly GuideStop[]) {
  const words = guideWords({ body, places: stopsOf(embeddedPlaces(body), stops) });
  return { words, readMinutes: readMinutesOf(words) };
}

/** Loaded here alone, and by nobody who has no script. */
function useRichText(
  form: RefObject<HTMLFormElement | null>,
  setBody: (body: string) => void,
  changed: () => void,
): { Rich: RichTextType | null } {
  const [Rich, setRich] = useState<RichTextType | null>(null);
  useEffect(() => {
    import("./rich-text.tsx").then(
      ({ RichText }) => {
        // What was typed before the page was awake.
        const plain = form.current?.elements.namedItem("body");
        if (plain instanceof HTMLTextAreaElement && plain.value !== plain.defaultValue) {
          setBody(plain.value);
          changed();
        }
        setRich(() => RichText);
      },
      // A line that breaks in the middle leaves the plain text, which can be written too.
      () => {},
    );
  }, [form, setBody, changed]);
  return { Rich };
}

/** What the browser has kept of an earlier visit, unless the site has it by now. */
function useLocalCopy(id: number, savedAt: string | null) {
  const [kept, setKept] = useState<LocalCopy | null>(null);
  useEffect(() => {
    const frame = requestAnimationFrame(() => {
      const copy = localCopy(id);
      if (copy !== null && (savedAt === null || copy.at > savedAt)) setKept(copy);
    });
    return () => cancelAnimationFrame(frame);
  }, [id, savedAt]);
  const dismiss = () => setKept(null);
  const forget = () => {
    forgetLocalCopy(id);
    setKept(null);
  };
  return { kept, dismiss, forget };
}

function fillIn(form: HTMLFormElement | null, fields: Record<string, string>): void {
  for (const element of form?.elements ?? []) {
    if (element instanceof HTMLInputElement && element.type === "checkbox") element.checked = element.name in fields;
    const text = "name" in element && typeof element.name === "string" ? fields[element.name] : undefined;
    if (text === undefined) continue;
    if (element instanceof HTMLInputElement && (element.type === "text" || element.type === "")) element.value = text;
    if (element instanceof HTMLTextAreaElement || element instanceof HTMLSelectElement) element.value = text;
  }
}

function takeTheirs(id: number): void {
  forgetLocalCopy(id);
  location.assign(editorPath(id));
}

function TitleField({ title, problem }: { title: string; problem: string | undefined }) {
  return (
    <div className={problem === undefined ? "guide-editor-title" : "guide-editor-title field-error"}>
      <label className="sr-only" htmlFor={fieldId("title")}>
        Title
      </label>
      <textarea
        className="d3"
        id={fieldId("title")}
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

function PlainText({ body, onBody, problem }: PlainTextProps) {
  return (
    <div className={problem === undefined ? "field" : "field field-error"}>
      <label htmlFor={fieldId("body")}>Text, in Markdown</label>
      <textarea
        className="input guide-editor-plain"
        id={fieldId("body")}
        name="body"
        rows={28}
        value={body}
        onChange={(event) => onBody(event.target.value)}
      />
      <small>
        {problem ??
          "## Heading, **bold**, *italic*, [link](https://…), - list. A place: ::place{its-address} on a line of its own. Members alone read on below a line ::members."}
      </small>
    </div>
  );
}

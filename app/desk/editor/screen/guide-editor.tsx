import { Eye, History } from "lucide-react";
import { type ComponentType, type RefObject, useEffect, useMemo, useRef, useState } from "react";
import { Link } from "react-router";

import { formatClosedPlaces } from "#app/guide/guides/page/closed-places-label.ts";
import { placeSlugsInText } from "#app/guide/guides/page/guide-body.ts";
import { countGuideWords, estimateReadMinutes } from "#app/guide/guides/page/read-time.ts";
import { pluralize } from "#app/ui/format-count.ts";
import { fieldProblems, FormSummary } from "#app/ui/form-summary.tsx";
import { useIsHydrated } from "#app/ui/use-is-hydrated.ts";

import { DiffView } from "../draft/diff-view.tsx";
import type { GuideDeletion } from "../publish/guide-deletion.server.ts";
import { ALL_GUIDES_PATH, editorPath, revisionsPath } from "../editing-paths.ts";
import {
  type GuideDocument,
  type GuideStop,
  sortStops,
  listStops,
  TITLE_CHARACTERS_MAX,
} from "../document/guide-document.ts";
import {
  GuideAdviceList,
  GuideSettings,
  PictureSection,
  PreviewSection,
  PublishSection,
  SocialSection,
} from "../document/guide-sections.tsx";
import { GUIDE_FIELD_LABELS, guideFieldId } from "../publish/validate-guide.ts";
import { GuideStops } from "./guide-stops.tsx";
import type { EditorRefusal, EditorPageData } from "../draft/editor-page-data.ts";
import { ConflictNotice, LocalCopyNotice, OtherEditorsNotice, SaveStatusLine } from "../draft/save-status.tsx";
import { collectFormData } from "../document/collect-form.ts";
import {
  deleteLocalCopy,
  readGuideFields,
  type StoredCopy,
  listLocalCopies,
  hasSameContent,
} from "../draft/local-copy.ts";
import { type StopsContextValue, StopsContext } from "./stops-context.ts";
import type { StopPlace } from "./stop-place.ts";
import { initialSaveState, type SaveState, useAutosave } from "../draft/use-autosave.ts";
import { type EditorPresence, useEditorPresence } from "../draft/use-editor-presence.ts";

type RichTextType = ComponentType<{
  body: string;
  onBody: (body: string) => void;
  onPlace: (place: StopPlace) => void;
}>;

/** The editor of a guide: the text as readers will see it, with its settings beside it. Without script it is a plain form. */
export function GuideEditor({ opened, refused }: { opened: EditorPageData; refused: EditorRefusal | null }) {
  const { id } = opened;
  const document = refused?.document ?? opened.document;
  const form = useRef<HTMLFormElement>(null);
  const [state, setState] = useState(opened.state);
  const text = useGuideText(document, state.places);
  const autosave = useAutosave({
    id,
    form,
    version: refused?.version ?? opened.version,
    first: initialSaveState(opened.savedAt, refused),
    onSaved: (answer) => setState(answer.state),
  });
  const { changed } = autosave;
  const copy = useLocalCopies(form, { id, isKept: refused?.storedAs !== "no" });
  const others = useEditorPresence(id);
  const deletion = others === null ? opened.deletion : others.deletion;
  const { Rich } = useRichText(form, text.setBody, changed);
  const restore = (saved: StoredCopy) => {
    fillIn(form.current, saved.fields);
    text.restore(saved.fields);
    copy.dismiss(saved);
    autosave.goOnFrom(saved);
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
      data-at-once=""
      ref={form}
      noValidate
      onInput={({ target }) => {
        // Input in a tool's fields doesn't change the guide.
        if (!(target instanceof Element) || target.closest(".editor-tool") === null) changed();
      }}
      onSubmit={autosave.submitting}
    >
      <DefaultSaveButton />
      <h1 className="sr-only">Editing {document.title === "" ? "an untitled guide" : document.title}</h1>
      <input type="hidden" name="version" value={autosave.version} />
      <input type="hidden" name="seed" value={opened.seedDigest} />
      {/* Filled in by the page's script. */}
      <input type="hidden" name="window" defaultValue="" />
      <input type="hidden" name="save" defaultValue="" />
      <EditorBar {...{ opened, others, deletion }} state={autosave.state} version={autosave.version} />
      <Notices
        {...{ autosave, copy, refused, deletion, closed: state.closed, seedDiff: opened.seedDiff }}
        onRestore={restore}
      />
      <div className="guide-editor-columns">
        <Paper {...{ document, text, refused, Rich, onBody: write }} />
        <Side
          {...{ opened, deletion, document, state, text, refused }}
          version={autosave.version}
          isRich={Rich !== null}
          onBody={write}
        />
      </div>
    </form>
  );
}

type NoticesProps = Pick<EditorPageData["state"], "closed"> & {
  seedDiff: EditorPageData["seedDiff"];
  autosave: ReturnType<typeof useAutosave>;
  copy: ReturnType<typeof useLocalCopies>;
  refused: EditorRefusal | null;
  deletion: GuideDeletion | null;
  onRestore: (saved: StoredCopy) => void;
};

/** Messages and decisions above the text. */
function Notices({
  autosave: { state, keepMine, takeTheirs },
  copy,
  refused,
  deletion,
  onRestore,
  closed,
  seedDiff,
}: NoticesProps) {
  const isHydrated = useIsHydrated();
  return (
    <div className="guide-editor-notices">
      {deletion !== null && <Deleted deletion={deletion} />}
      {/* With script, the conflict notice below replaces this one and has buttons. */}
      {!(isHydrated && refused?.storedAs === "conflict") && <Refused refused={refused} />}
      {isHydrated && state.kind === "conflict" && (
        <ConflictNotice answer={state.answer} why={state.why} onMine={keepMine} onTheirs={takeTheirs} />
      )}
      {copy.newest !== null && <LocalCopyNotice kept={copy.newest} onRestore={onRestore} onForget={copy.discard} />}
      {seedDiff !== null && <SeedNews diff={seedDiff} />}
      {closed.count > 0 && <ClosedNote closed={closed} />}
    </div>
  );
}

type GuideText = ReturnType<typeof useGuideText>;
type PartProps = {
  document: GuideDocument;
  text: GuideText;
  refused: EditorRefusal | null;
  onBody: (body: string) => void;
};

/** Title and text, as readers will see them. */
function Paper({ document, text, refused, Rich, onBody }: PartProps & { Rich: RichTextType | null }) {
  return (
    <div className="guide-editor-paper">
      <TitleField title={document.title} problem={refused?.problems["title"]} />
      <StopsContext.Provider value={text.context}>
        {Rich === null ? (
          <PlainText body={text.body} onBody={onBody} problem={refused?.problems["body"]} />
        ) : (
          <>
            <input type="hidden" name="body" value={text.body} id={guideFieldId("body")} />
            <Rich body={text.body} onBody={onBody} onPlace={text.addPlace} />
          </>
        )}
      </StopsContext.Provider>
      <Counts body={text.body} words={text.words} readMinutes={text.readMinutes} />
    </div>
  );
}

type SideProps = PartProps & {
  opened: EditorPageData;
  deletion: GuideDeletion | null;
  state: EditorPageData["state"];
  version: number;
  isRich: boolean;
};

/** The guide's settings and checks. */
function Side({ opened, deletion, document, state, text, refused, version, isRich, onBody }: SideProps) {
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
      {deletion === null && <PublishSection opened={opened} refused={refused} />}
      <PreviewSection id={id} preview={preview} isDeleted={deletion !== null} />
    </aside>
  );
}

type EditorBarProps = {
  opened: EditorPageData;
  others: EditorPresence | null;
  deletion: GuideDeletion | null;
  state: SaveState;
  version: number;
};

/** The guide's status, the save state, other editors, and the main buttons. */
function EditorBar({
  opened: { id, status, hasUnpublishedChanges: hasNews },
  others,
  deletion,
  state,
  version,
}: EditorBarProps) {
  return (
    <header className="guide-editor-bar">
      <Link className="link" to={ALL_GUIDES_PATH}>
        All posts
      </Link>
      <p className="guide-editor-state">
        <b>{deletion !== null && status.state !== "deleted" ? "Deleted" : status.label}</b>
        {hasNews && state.kind === "saved" && <span> · Unpublished changes</span>}
      </p>
      <SaveStatusLine state={state} />
      <OtherEditorsNotice others={others} version={version} />
      <div className="guide-editor-deeds">
        <Link className="button button-plain button-small" to={revisionsPath(id)}>
          <History className="icon-small" aria-hidden="true" /> History
        </Link>
        {deletion === null && (
          <button type="submit" className="button button-outline button-small" name="do" value="preview">
            <Eye className="icon-small" aria-hidden="true" /> Preview
          </button>
        )}
        <button type="submit" className="button button-outline button-small guide-editor-save" name="do" value="save">
          Save
        </button>
        {deletion === null && (
          <button type="submit" className="button button-primary button-small" name="do" value="publish">
            {status.state === "published" || status.state === "early" ? "Publish changes" : "Publish now"}
          </button>
        )}
      </div>
    </header>
  );
}

function Refused({ refused }: { refused: EditorRefusal | null }) {
  if (refused === null) return null;
  return (
    <>
      <FormSummary why={refused.why} problems={fieldProblems(refused.problems, GUIDE_FIELD_LABELS, guideFieldId)} />
      {refused.diff.length > 0 && <DiffView diff={refused.diff} />}
    </>
  );
}

/** Changes of a deleted guide are saved, but it can't be published. */
function Deleted({ deletion: { words, back } }: { deletion: GuideDeletion }) {
  return (
    <section className="guide-conflict" role="alert" aria-labelledby="deleted">
      <h2 className="h4" id="deleted">
        This guide is deleted
      </h2>
      <p>
        {words} Your changes are still saved. {back}
      </p>
      <div className="editor-tool-buttons">
        <button type="submit" className="button button-primary button-small" name="do" value="bring-back">
          Restore guide
        </button>
      </div>
    </section>
  );
}

/** A seed file has published a newer text than the draft is based on. The editor chooses one of them. */
function SeedNews({ diff }: { diff: NonNullable<EditorPageData["seedDiff"]> }) {
  return (
    <section className="guide-conflict" aria-labelledby="seed-news">
      <h2 className="h4" id="seed-news">
        A seed file has published a newer text of this guide
      </h2>
      <p>
        This draft is based on the older text, so publishing it would undo the newer changes. Differences from the seed
        file to this draft:
      </p>
      <DiffView diff={diff} />
      <div className="editor-tool-buttons">
        <button type="submit" className="button button-primary button-small" name="do" value="keep-draft">
          Keep this draft
        </button>
        <button type="submit" className="button button-outline button-small" name="do" value="take-seed">
          Use the seed file’s text
        </button>
      </div>
      <p className="text-meta text-stone-5">The other version stays in the history.</p>
    </section>
  );
}

function ClosedNote({ closed }: Pick<EditorPageData["state"], "closed">) {
  return (
    <p className="guide-closed" role="note">
      {formatClosedPlaces(closed)}. Readers see a note about it.
    </p>
  );
}

function Counts({ body, words, readMinutes }: { body: string; words: number; readMinutes: number }) {
  return (
    <p className="meta text-meta text-stone-5 guide-editor-count">
      <span>{pluralize(words, "word")}</span>
      <span>{readMinutes} min read</span>
      <span>{pluralize(placeSlugsInText(body).length, "place")}</span>
    </p>
  );
}

/** The state of the text, its stops and their places. */
function useGuideText(document: GuideDocument, known: readonly StopPlace[]) {
  const [body, setBody] = useState(document.body);
  const [stopTexts, setStopTexts] = useState(document.stops);
  const [added, setAdded] = useState<readonly StopPlace[]>([]);
  const stops = useMemo(() => sortStops(placeSlugsInText(body), stopTexts), [body, stopTexts]);
  const context = useMemo<StopsContextValue>(
    () => ({
      places: new Map([...added, ...known].map((place) => [place.slug, place])),
      numbers: new Map(placeSlugsInText(body).map((slug, index) => [slug, index + 1])),
      stops: new Map(stops.map((stop) => [stop.slug, stop])),
    }),
    [added, known, body, stops],
  );
  const words = useMemo(() => countText(body, stops), [body, stops]);
  return {
    body,
    stops,
    context,
    ...words,
    setBody,
    setStop: (slug: string, change: { reason?: string; hint?: string }) =>
      setStopTexts((last) => {
        const was = last.find((stop) => stop.slug === slug) ?? { slug, reason: "", hint: "" };
        return [...last.filter((stop) => stop.slug !== slug), { ...was, ...change }];
      }),
    addPlace: (place: StopPlace) => setAdded((last) => [...last, place]),
    restore: (fields: Record<string, string>) => {
      const text = fields["body"] ?? "";
      setBody(text);
      setStopTexts(
        Object.keys(fields).flatMap((name) => {
          const slug = /^has-(.+)$/.exec(name)?.[1];
          if (slug === undefined) return [];
          return [{ slug, reason: fields[`reason-${slug}`] ?? "", hint: fields[`hint-${slug}`] ?? "" }];
        }),
      );
    },
  };
}

function countText(body: string, stops: readonly GuideStop[]) {
  const words = countGuideWords({ body, places: listStops(placeSlugsInText(body), stops) });
  return { words, readMinutes: estimateReadMinutes(words) };
}

/** Loads the rich text editor, which only this page needs. */
function useRichText(
  form: RefObject<HTMLFormElement | null>,
  setBody: (body: string) => void,
  changed: () => void,
): { Rich: RichTextType | null } {
  const [Rich, setRich] = useState<RichTextType | null>(null);
  useEffect(() => {
    import("./rich-text.tsx").then(
      ({ RichText }) => {
        // Take over text that was typed before the page was hydrated.
        const plain = form.current?.elements.namedItem("body");
        if (plain instanceof HTMLTextAreaElement && plain.value !== plain.defaultValue) {
          setBody(plain.value);
          changed();
        }
        setRich(() => RichText);
      },
      // If the connection fails, the plain text field stays.
      () => {},
    );
  }, [form, setBody, changed]);
  return { Rich };
}

/** The form's first button, so that Enter in a field saves. */
function DefaultSaveButton() {
  return (
    <button type="submit" className="sr-only" tabIndex={-1} aria-hidden="true" name="do" value="save">
      Save
    </button>
  );
}

/** Local copies of earlier visits that differ from the page. */
function useLocalCopies(form: RefObject<HTMLFormElement | null>, { id, isKept }: { id: number; isKept: boolean }) {
  const [copies, setCopies] = useState<readonly StoredCopy[]>([]);
  useEffect(() => {
    const frame = requestAnimationFrame(() => {
      if (form.current === null) return;
      const page = readGuideFields(collectFormData(form.current));
      const differs = (copy: StoredCopy) => !hasSameContent(copy.fields, page);
      const all = listLocalCopies(id);
      // Copies equal to the page are saved already, unless the site has refused the page's text.
      if (isKept) for (const { name } of all.filter((copy) => !differs(copy))) deleteLocalCopy(name);
      setCopies(all.filter(differs));
    });
    return () => cancelAnimationFrame(frame);
  }, [form, id, isKept]);
  const dismiss = (copy: StoredCopy) => setCopies((last) => last.filter(({ name }) => name !== copy.name));
  const discard = (copy: StoredCopy) => {
    deleteLocalCopy(copy.name);
    dismiss(copy);
  };
  return { newest: copies[0] ?? null, dismiss, discard };
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

function TitleField({ title, problem }: { title: string; problem: string | undefined }) {
  return (
    <div className={problem === undefined ? "guide-editor-title" : "guide-editor-title field-error"}>
      <label className="sr-only" htmlFor={guideFieldId("title")}>
        Title
      </label>
      <textarea
        className="d3"
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

function PlainText({ body, onBody, problem }: PlainTextProps) {
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

import { Eye, History } from "lucide-react";
import { useRef, useState } from "react";
import { Link } from "react-router";
import type { GuideDocument } from "#app/db/columns/guide-document-columns.ts";
import { placeSlugsInText } from "#app/guide/guides/page/guide-body.ts";
import { pluralize } from "#app/ui/format-count.ts";
import type { GuideDeletion } from "../publish/guide-deletion.server.ts";
import { ALL_GUIDES_PATH, editorPath, revisionsPath } from "../editing-paths.ts";
import {
  GuideAdviceList,
  PictureSection,
  PreviewSection,
  PublishSection,
  SocialSection,
} from "../document/guide-sections.tsx";
import { GuideSettings } from "../document/guide-settings.tsx";
import { guideFieldId } from "../publish/validate-guide.ts";
import { GuideStops } from "./guide-stops.tsx";
import type { EditorRefusal, EditorPageData } from "../draft/editor-page-data.ts";
import { OtherEditorsNotice, SaveStatusLine } from "../draft/save-status.tsx";
import type { StoredCopy } from "../draft/local-copy.ts";
import { StopsContext } from "./stops-context.ts";
import { initialSaveState, type SaveState, useGuideAutosave } from "../draft/use-guide-autosave.ts";
import { type EditorPresence, useEditorPresence } from "../draft/use-editor-presence.ts";
import { useGuideText } from "./use-guide-text.ts";
import { type RichTextType, useRichText } from "./use-rich-text.ts";
import { useLocalCopies, fillIn } from "./use-local-copies.ts";
import { Notices } from "./editor-notices.tsx";
import { TitleField, PlainText } from "./guide-text-fields.tsx";

/** The editor of a guide: the text as readers will see it, with its settings beside it. Without script it is a plain form. */
export function GuideEditor({ opened, refused }: { opened: EditorPageData; refused: EditorRefusal | null }) {
  const { id } = opened;
  const document = refused?.document ?? opened.document;
  const form = useRef<HTMLFormElement>(null);
  const [state, setState] = useState(opened.state);
  const text = useGuideText(document, state.places);
  const autosave = useGuideAutosave({
    id,
    form,
    version: refused?.version ?? opened.version,
    first: initialSaveState(opened.savedAt, refused),
    onSaved: (answer) => setState(answer.state),
  });
  const { changed } = autosave;
  const copy = useLocalCopies(form, { id, isStored: refused?.storedAs !== "no" });
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
      <Counts body={text.body} wordCount={text.words} readMinutes={text.readMinutes} />
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

function Counts({ body, wordCount, readMinutes }: { body: string; wordCount: number; readMinutes: number }) {
  return (
    <p className="meta text-meta text-muted guide-editor-count">
      <span>{pluralize(wordCount, "word")}</span>
      <span>{readMinutes} min read</span>
      <span>{pluralize(placeSlugsInText(body).length, "place")}</span>
    </p>
  );
}

/** The form's first button, so that Enter in a field saves. */
function DefaultSaveButton() {
  return (
    <button type="submit" className="sr-only" tabIndex={-1} aria-hidden="true" name="do" value="save">
      Save
    </button>
  );
}

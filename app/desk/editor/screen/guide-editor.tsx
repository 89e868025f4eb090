import { ExternalLink, Eye, History } from "lucide-react";
import { type ReactNode, useEffect, useRef, useState } from "react";
import { flushSync } from "react-dom";
import { Link } from "react-router";
import type { GuideDocument } from "#app/db/columns/guide-document-columns.ts";
import { placeSlugsInText } from "#app/guide/guides/page/guide-body.ts";
import { pluralize } from "#app/ui/format-count.ts";
import type { GuideDeletion } from "../publish/guide-deletion.server.ts";
import { ALL_GUIDES_PATH, editorPath, framedPreviewPath, revisionsPath } from "../editing-paths.ts";
import { GuideAdviceList, PictureSection, PreviewSection, SocialSection } from "../document/guide-sections.tsx";
import { GuideSettings } from "../document/guide-settings.tsx";
import { CoverSection } from "../pictures/guide-cover.tsx";
import { PublishDialog, usePublishDialog } from "../publish/publish-dialog.tsx";
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

type EditorProps = { opened: EditorPageData; refused: EditorRefusal | null };

/** The editor of a post: the text as readers will see it, with its settings or its preview beside it. Without script it is a plain form. */
export function GuideEditor({ opened, refused }: EditorProps) {
  const editor = useGuideEditor({ opened, refused });
  const { document, form, state, text, autosave, deletion, Rich, publishing, cover, isPreviewing, write } = editor;
  return (
    <form
      method="post"
      action={editorPath(opened.id)}
      encType="multipart/form-data"
      className="guide-editor"
      data-at-once=""
      ref={form}
      noValidate
      onInput={({ target }) => {
        // Input in a tool's fields doesn't change the post.
        if (!(target instanceof Element) || target.closest(".editor-tool") === null) autosave.changed();
      }}
      onSubmit={autosave.submitting}
    >
      <DefaultSaveButton />
      <h1 className="sr-only">Editing {document.title === "" ? "an untitled post" : document.title}</h1>
      <input type="hidden" name="version" value={autosave.version} />
      <input type="hidden" name="seed" value={opened.seedDigest} />
      {/* Filled in by the page's script. */}
      <input type="hidden" name="window" defaultValue="" />
      <input type="hidden" name="save" defaultValue="" />
      <EditorBar
        {...{ opened, deletion, isPreviewing }}
        others={editor.others}
        state={autosave.state}
        version={autosave.version}
        onPreview={editor.togglePreview}
        onPublish={publishing.ask}
      />
      <Notices
        {...{ autosave, refused, deletion }}
        {...{ copy: editor.copy, closed: state.closed, seedDiff: opened.seedDiff, done: opened.done }}
        path={`/posts/${opened.slug}`}
        onRestore={editor.restore}
      />
      <div className={isPreviewing ? "guide-editor-columns guide-editor-previewing" : "guide-editor-columns"}>
        <Paper {...{ document, text, refused, Rich, onBody: write }} />
        {isPreviewing && <PreviewFrame id={opened.id} version={autosave.version} />}
        <Side
          {...{ opened, deletion, document, state, text, refused, cover }}
          version={autosave.version}
          isRich={Rich !== null}
          onBody={write}
        />
      </div>
      {deletion === null && (
        <PublishDialog
          {...{ opened, document, refused, dialog: publishing.dialog }}
          problems={state.problems}
          save={autosave.state}
        />
      )}
    </form>
  );
}

/** The state of the editor: the text, its saves, and who else is here. */
function useGuideEditor({ opened, refused }: EditorProps) {
  const { id } = opened;
  const document = refused?.document ?? opened.document;
  const form = useRef<HTMLFormElement>(null);
  const [state, setState] = useState(opened.state);
  const [coverPath, setCoverPath] = useState(document.cover?.path ?? "");
  const text = useGuideText(document, state.places);
  const restoreFields = (fields: Record<string, string>) => {
    // First what adds and removes fields, then their values.
    flushSync(() => {
      text.restore(fields);
      setCoverPath(fields["cover-path"] ?? "");
    });
    fillIn(form.current, fields);
  };
  const version = refused?.version ?? opened.version;
  const autosave = useGuideAutosave({
    id,
    form,
    version,
    document: version === opened.version ? opened.document : null,
    first: initialSaveState(opened.savedAt, refused),
    onMerged: restoreFields,
    onSaved: (answer) => setState(answer.state),
  });
  const { changed, saveNow } = autosave;
  const copy = useLocalCopies(form, { id, isStored: refused?.storedAs !== "no" });
  const others = useEditorPresence(id);
  useNewerVersion({ others, version: autosave.version, isSaved: autosave.state.kind === "saved" }, saveNow);
  const { Rich } = useRichText(form, text.setBody, changed);
  const restore = (saved: StoredCopy) => {
    restoreFields(saved.fields);
    copy.dismiss(saved);
    autosave.goOnFrom(saved);
  };
  const write = (next: string) => {
    text.setBody(next);
    changed();
  };
  const choosePath = (path: string) => {
    setCoverPath(path);
    changed();
  };
  const preview = usePreview(saveNow);
  const deletion = others === null ? opened.deletion : others.deletion;
  const cover = { path: coverPath, onPath: choosePath };
  const publishing = usePublishDialog(saveNow);
  const page = { document, form, state, text, cover, Rich, publishing, write };
  return { ...page, ...preview, autosave, copy, others, deletion, restore };
}

/** The preview shows what is saved, so opening it saves. */
function usePreview(saveNow: () => void) {
  const [isPreviewing, setPreviewing] = useState(false);
  const togglePreview = () => {
    if (!isPreviewing) saveNow();
    setPreviewing(!isPreviewing);
  };
  return { isPreviewing, togglePreview };
}

type Versions = { others: EditorPresence | null; version: number; isSaved: boolean };

/** Fetches what another editor has saved as soon as it is known, by a save that merges it: then less is left to merge. */
function useNewerVersion({ others, version, isSaved }: Versions, saveNow: () => void): void {
  const isBehind = others !== null && others.version > version && isSaved;
  useEffect(() => {
    if (isBehind) saveNow();
  }, [isBehind, saveNow]);
}

/** The saved draft as readers would see it, beside the text. */
function PreviewFrame({ id, version }: { id: number; version: number }) {
  return (
    <div className="guide-editor-preview">
      {/* Without its script: it is for looking. */}
      <iframe title="Preview of the post" sandbox="allow-same-origin" src={framedPreviewPath(id, version)} />
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
  cover: { path: string; onPath: (path: string) => void };
};

/** The post's settings and checks. */
function Side(props: SideProps) {
  const { opened, deletion, document, state, text, refused, version, isRich, onBody, cover } = props;
  const { id, choices, host, preview, status } = opened;
  const problems = refused?.problems ?? {};
  return (
    <aside className="guide-editor-side" aria-label="About the post">
      <CoverSection {...{ document, problems, ...cover }} drawings={choices.pictures} />
      <GuideStops
        body={text.body}
        stops={text.stops}
        places={text.context.places}
        onBody={onBody}
        onStop={text.setStop}
      />
      <GuideSettings {...{ document, choices, problems }} isNew={status.state === "draft"} />
      <GuideAdviceList advice={state.advice} problems={state.problems} />
      <SocialSection id={id} version={version} document={document} host={host} />
      {!isRich && <PictureSection problem={problems["picture-file"]} />}
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
  isPreviewing: boolean;
  onPreview: () => void;
  onPublish: () => void;
};

/** The post's status, the save state, other editors, and the main buttons. */
function EditorBar(props: EditorBarProps) {
  const { opened, others, deletion, state, version, isPreviewing, onPreview, onPublish } = props;
  const { id, slug, status, hasUnpublishedChanges: hasNews } = opened;
  const isLive = status.state === "published" || status.state === "early";
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
        {isLive && deletion === null && (
          <a className="button button-plain button-small" href={`/posts/${slug}`} target="_blank" rel="noopener">
            <ExternalLink className="icon-small" aria-hidden="true" /> View
          </a>
        )}
        <Link className="button button-plain button-small" to={revisionsPath(id)}>
          <History className="icon-small" aria-hidden="true" /> History
        </Link>
        {deletion === null && (
          <BarButton name="preview" isPressed={isPreviewing} onPress={onPreview}>
            <Eye className="icon-small" aria-hidden="true" /> Preview
          </BarButton>
        )}
        <button type="submit" className="button button-outline button-small guide-editor-save" name="do" value="save">
          Save
        </button>
        {deletion === null && (
          <BarButton name="ask-publish" onPress={onPublish} isPrimary>
            Publish
          </BarButton>
        )}
      </div>
    </header>
  );
}

type BarButtonProps = {
  /** What it submits without script. */
  name: string;
  onPress: () => void;
  isPressed?: boolean;
  isPrimary?: boolean;
  children: ReactNode;
};

/** With script it acts here, without it saves the form and opens a page. */
function BarButton({ name, onPress, isPressed, isPrimary = false, children }: BarButtonProps) {
  return (
    <button
      type="submit"
      className={`button button-small ${isPrimary ? "button-primary" : "button-outline"}`}
      name="do"
      value={name}
      aria-pressed={isPressed}
      onClick={(event) => {
        event.preventDefault();
        onPress();
      }}
    >
      {children}
    </button>
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

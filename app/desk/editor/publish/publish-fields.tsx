import "../screen/editing.css";

import type { GuideDocument } from "#app/db/columns/guide-document-columns.ts";
import { entitlementsOf } from "#app/core/entitlements/entitlements.ts";

import { Field } from "../document/guide-settings.tsx";
import type { EditorPageData, EditorRefusal } from "../draft/editor-page-data.ts";
import { guideFieldId } from "./validate-guide.ts";

const EARLY_HOURS = entitlementsOf("city-insider").earlyGuidesHours;

export type PublishFieldsProps = {
  opened: Pick<EditorPageData, "status" | "at" | "issues">;
  document: Pick<GuideDocument, "access" | "isEarly">;
  refused: Pick<EditorRefusal, "problems" | "at" | "isTimeAmbiguous"> | null;
};

/** When a post is published, for whom, and in which issue of the newsletter: in the dialog, and on the page without script. */
export function PublishFields({ opened: { status, at, issues }, document, refused }: PublishFieldsProps) {
  const isLive = status.state === "published" || status.state === "early";
  return (
    <>
      {!isLive && <WhenFields at={refused?.at || at} refused={refused} />}
      <fieldset className="guide-publish-part">
        <legend>Who can read it</legend>
        <label className="checkbox-line">
          <input type="radio" name="access" value="everyone" defaultChecked={document.access === "everyone"} />
          <span>Everyone</span>
        </label>
        <label className="checkbox-line">
          <input type="radio" name="access" value="members" defaultChecked={document.access === "members"} />
          <span>Members. Everyone else can read down to the members line.</span>
        </label>
        <label className="checkbox-line">
          <input type="checkbox" name="early" value="yes" defaultChecked={document.isEarly} />
          <span>Early access: City Insiders can read it {EARLY_HOURS} hours before everyone else</span>
        </label>
      </fieldset>
      {issues.length > 0 && (
        <Field name="issue" label="Newsletter">
          <select className="input" id={guideFieldId("issue")} name="issue" defaultValue="">
            <option value="">Don’t add it to an issue</option>
            {issues.map(({ id, subject }) => (
              <option key={id} value={id}>
                Add to “{subject}”
              </option>
            ))}
          </select>
        </Field>
      )}
    </>
  );
}

/** The time field is shown once "Later" is chosen (editing.css). */
function WhenFields({ at, refused }: { at: string; refused: PublishFieldsProps["refused"] }) {
  const isLater = at !== "";
  return (
    <fieldset className="guide-publish-part guide-publish-when">
      <legend>When</legend>
      <label className="checkbox-line">
        <input type="radio" name="when" value="now" defaultChecked={!isLater} />
        <span>Now</span>
      </label>
      <label className="checkbox-line">
        <input type="radio" name="when" value="later" defaultChecked={isLater} />
        <span>Later</span>
      </label>
      <div className="guide-publish-later">
        <Field name="at" label="Date and time in Washington" problem={refused?.problems["at"]}>
          <input className="input" id={guideFieldId("at")} name="at" type="datetime-local" defaultValue={at} />
        </Field>
        {refused?.isTimeAmbiguous === true && (
          <fieldset className="guide-which">
            <legend>Which one?</legend>
            <label className="checkbox-line">
              <input type="radio" name="which" value="first" />
              <span>The first, in daylight time</span>
            </label>
            <label className="checkbox-line">
              <input type="radio" name="which" value="second" />
              <span>The second, an hour later, in standard time</span>
            </label>
          </fieldset>
        )}
      </div>
    </fieldset>
  );
}

/** Publish or schedule, whichever was chosen above (editing.css), and unpublish. */
export function PublishButtons({
  status,
  isDisabled = false,
}: Pick<EditorPageData, "status"> & { isDisabled?: boolean }) {
  const isLive = status.state === "published" || status.state === "early";
  const submit = { type: "submit", name: "do", value: "publish", disabled: isDisabled } as const;
  return (
    <div className="editor-tool-buttons">
      {isLive ? (
        <button {...submit} className="button button-primary">
          Publish changes
        </button>
      ) : (
        <>
          <button {...submit} className="button button-primary guide-publish-now">
            Publish now
          </button>
          <button {...submit} className="button button-primary guide-publish-schedule">
            {status.state === "scheduled" ? "Change schedule" : "Schedule"}
          </button>
        </>
      )}
      {(isLive || status.state === "scheduled") && (
        <button type="submit" className="button button-outline" name="do" value="unpublish">
          {status.state === "scheduled" ? "Unschedule" : "Unpublish"}
        </button>
      )}
    </div>
  );
}

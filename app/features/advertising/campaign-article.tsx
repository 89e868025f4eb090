import { campaignCasePath } from "./campaign.ts";
import type { CampaignCase } from "./campaign-case.ts";
import { SponsoredPreview } from "./sponsored-card.tsx";

type Kept = { why: string; reason: string };

/** A campaign for the editor who decides: as visitors would see it, where and when. In the queue, and on its own page. */
export function CampaignForm({ about, refused }: { about: CampaignCase; refused: Kept | null }) {
  const { id, place, ad, days, paid, shownOn } = about;
  return (
    <form method="post" action={campaignCasePath(id)} className="moderation-form">
      <p className="meta text-meta text-stone-5">
        <span>{days}</span>
        <span>{paid} paid</span>
      </p>
      <SponsoredPreview ad={ad} />
      <p className="text-row">Shown on: {shownOn.join(", ")}</p>
      {refused !== null && (
        <p className="form-problem" role="alert">
          {refused.why}
        </p>
      )}
      <label className="field">
        <span>Reason, for the business to read</span>
        <input className="input" name="reason" defaultValue={refused?.reason ?? ""} autoComplete="off" />
        <small>Needed to reject. Rejected, all of the money goes back.</small>
      </label>
      <div className="review-buttons">
        <button type="submit" className="button button-outline" name="decision" value="approved">
          Approve<span className="sr-only"> the campaign for {place.name}</span>
        </button>
        <button type="submit" className="button button-outline" name="decision" value="rejected">
          Reject<span className="sr-only"> the campaign for {place.name}</span>
        </button>
      </div>
    </form>
  );
}

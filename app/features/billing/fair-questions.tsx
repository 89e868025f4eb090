import { GRACE_DAYS } from "./membership.ts";
import { REFUND_DAYS } from "./refund-days.ts";

/** What people ask before they pay. */
export function FairQuestions() {
  return (
    <section className="section premium-questions" aria-labelledby="fair-questions">
      <h2 className="h2" id="fair-questions">
        Fair questions
      </h2>
      <dl>
        <div>
          <dt className="h3">What happens when I cancel?</dt>
          <dd>
            You keep the tier until the month that you paid for ends. Your lists stay yours after that, also those
            beyond the free three; you just can’t make another.
          </dd>
        </div>
        <div>
          <dt className="h3">Can I have my money back?</dt>
          <dd>
            Yes. For {REFUND_DAYS} days after a payment you get all of it back, from your subscription’s own page, and
            nobody asks why. The membership ends with it.
          </dd>
        </div>
        <div>
          <dt className="h3">What if a payment fails?</dt>
          <dd>
            You keep the tier for {GRACE_DAYS} days and we tell you at once. Give another card within them and nothing
            is lost.
          </dd>
        </div>
      </dl>
    </section>
  );
}

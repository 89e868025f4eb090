import "../billing.css";

import { GRACE_DAYS } from "../membership/membership.ts";
import { REFUND_DAYS } from "../refunds/refund-period.ts";

/** Questions people ask before they subscribe. */
export function BillingFaq() {
  return (
    <section className="section premium-questions" aria-labelledby="fair-questions">
      <h2 className="h2" id="fair-questions">
        Common questions
      </h2>
      <dl>
        <div>
          <dt className="h3">What happens when I cancel?</dt>
          <dd>
            You keep your plan until the end of the month you paid for. After that your lists stay yours, even beyond
            the three on the free plan. You just can’t make new ones.
          </dd>
        </div>
        <div>
          <dt className="h3">Can I get a refund?</dt>
          <dd>
            Yes. Within {REFUND_DAYS} days of a payment you can get all of it back on your subscription page, no
            questions asked. Your membership ends with the refund.
          </dd>
        </div>
        <div>
          <dt className="h3">What if a payment fails?</dt>
          <dd>
            We let you know right away, and you keep your plan for {GRACE_DAYS} days. Update your card in that time and
            nothing changes.
          </dd>
        </div>
      </dl>
    </section>
  );
}

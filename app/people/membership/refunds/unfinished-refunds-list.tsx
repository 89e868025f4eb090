import { Link } from "react-router";

import { ADMIN_REFUNDS_PATH } from "../billing-paths.ts";

/** `name`: of the member, for a campaign with its place. `isRefused`: by the provider. */
type Refund = {
  paymentId: string;
  name: string;
  email: string | null;
  place: string | null;
  amount: string;
  day: string;
  isRefused: boolean;
};

/** The refunds that aren't made yet. */
export function UnfinishedRefunds({ refunds }: { refunds: readonly Refund[] }) {
  return (
    <section aria-labelledby="pending" className="premium-refund">
      <h2 className="h2" id="pending">
        Pending refunds
      </h2>
      <p className="refund-lead">
        We retry pending refunds every hour. A refund that the payment provider refused needs you: settle it with the
        member or at the provider.
      </p>
      <table className="data-table admin-table">
        <thead>
          <tr>
            <th scope="col">Member</th>
            <th scope="col">Amount</th>
            <th scope="col">Requested</th>
            <th scope="col">Status</th>
          </tr>
        </thead>
        <tbody>
          {refunds.map(({ paymentId, name, email, place, amount, day, isRefused }) => (
            <tr key={paymentId}>
              <th scope="row">
                {email === null ? (
                  name
                ) : (
                  <Link className="link" to={`${ADMIN_REFUNDS_PATH}?${new URLSearchParams({ email })}`}>
                    {name}
                  </Link>
                )}
                {place !== null && <small>Campaign for {place}</small>}
              </th>
              <td>{amount}</td>
              <td>{day}</td>
              <td>{isRefused ? "Refused" : "Pending"}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}

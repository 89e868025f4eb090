import { Form } from "react-router";

import { ConfirmLink } from "../confirm-link.tsx";
import { type SwitchDetails, SWITCHES, switchPath } from "./switch-details.ts";

/** Every switch with its state and its last change. */
export function SwitchRows({ switches }: { switches: SwitchDetails[] }) {
  return (
    <ul className="actions-rows">
      {switches.map((each) => (
        <li key={each.name}>
          <div>
            <h3 className="h4">{SWITCHES[each.name].title}</h3>
            <p className="actions-last">
              <SwitchStatus {...each} />
            </p>
          </div>
          <ConfirmLink
            to={switchPath(each.name)}
            label={each.isOn ? "Turn off…" : "Turn on…"}
            about={SWITCHES[each.name].title}
            title={switchQuestion(each)}
          >
            <SwitchForm {...each} />
          </ConfirmLink>
        </li>
      ))}
    </ul>
  );
}

export function switchQuestion({ name, isOn }: Pick<SwitchDetails, "name" | "isOn">): string {
  return `Turn ${isOn ? "off" : "on"} ${SWITCHES[name].title.toLowerCase()}?`;
}

export function SwitchStatus({ isOn, changed }: Pick<SwitchDetails, "isOn" | "changed">) {
  return (
    <>
      <span className={isOn ? "badge badge-ivy" : "badge badge-flag"}>{isOn ? "On" : "Off"}</span>
      <span>
        {changed === null ? (
          "Never changed"
        ) : (
          <>
            since <time dateTime={changed.at}>{changed.label}</time>, by {changed.who}
          </>
        )}
      </span>
    </>
  );
}

export function SwitchForm({ name, isOn }: Pick<SwitchDetails, "name" | "isOn">) {
  return (
    <Form method="post" action={switchPath(name)} className="actions-confirm">
      <p>{isOn ? SWITCHES[name].off : "The forms open again right away, on every page."}</p>
      <button type="submit" className="button button-primary" name="to" value={isOn ? "off" : "on"}>
        Turn {isOn ? "off" : "on"}
      </button>
    </Form>
  );
}

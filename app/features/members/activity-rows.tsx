import { Link } from "react-router";

import { counted } from "#app/ui/counted.ts";

import type { Activity } from "./activity.ts";

export function ActivityRows({ activities }: { activities: readonly Activity[] }) {
  return (
    <ul className="activity">
      {activities.map((activity) => (
        <li key={`${activity.kind} ${activity.at} ${activity.subject.name}`}>
          <p>
            <Did activity={activity} />
          </p>
          <time className="text-meta text-stone-5" dateTime={activity.at}>
            {activity.dayLabel}
          </time>
        </li>
      ))}
    </ul>
  );
}

function Did({ activity: { kind, subject, list, stars } }: { activity: Activity }) {
  const it = <Subject subject={subject} />;
  switch (kind) {
    case "saved-place":
      return <>Saved {it}</>;
    case "saved-guide":
      return <>Saved the guide {it}</>;
    case "made-list":
      return <>Made the list {it}</>;
    case "copied-list":
      return <>Copied the list {it}</>;
    case "listed-place":
      return (
        <>
          Put {it} in {list !== null && <Subject subject={list} />}
        </>
      );
    case "reviewed":
      return (
        <>
          Reviewed {it}
          {stars !== null && `, ${counted(stars, "star")}`}
        </>
      );
    case "edited-review":
      return <>Changed your review of {it}</>;
    case "found-helpful":
      return <>Found a review of {it} helpful</>;
    case "reported-review":
      return <>Reported a review of {it}</>;
    case "suggested-edit":
      return <>Suggested an edit of {it}</>;
    case "reported-closed":
      return <>Said whether {it} is closed</>;
    case "confirmed-fact":
      return <>Found a fact of {it} still right</>;
  }
}

function Subject({ subject: { name, to } }: { subject: Activity["subject"] }) {
  if (to === null) return <>{name} (no longer there)</>;
  return (
    <Link className="link" to={to}>
      {name}
    </Link>
  );
}

export function NoActivity() {
  return (
    <p className="text-stone-5">
      Nothing yet. What you save, list and review stands here, the last first. Nobody else sees it.
    </p>
  );
}

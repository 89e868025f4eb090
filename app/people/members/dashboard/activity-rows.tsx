import "./member-pages.css";

import { Link } from "react-router";

import { pluralize } from "#app/ui/format-count.ts";

import type { Activity } from "./activity.ts";

export function ActivityRows({ activities }: { activities: readonly Activity[] }) {
  return (
    <ul className="activity">
      {activities.map((activity) => (
        <li key={`${activity.kind} ${activity.at} ${activity.subject.name}`}>
          <p>
            <ActivityText activity={activity} />
          </p>
          <time className="text-meta text-muted" dateTime={activity.at}>
            {activity.dayLabel}
          </time>
        </li>
      ))}
    </ul>
  );
}

function ActivityText({ activity: { kind, subject, list, stars } }: { activity: Activity }) {
  const link = <Subject subject={subject} />;
  switch (kind) {
    case "saved-place":
      return <>Saved {link}</>;
    case "saved-guide":
      return <>Saved the guide {link}</>;
    case "made-list":
      return <>Created the list {link}</>;
    case "copied-list":
      return <>Copied the list {link}</>;
    case "listed-place":
      return (
        <>
          Added {link} to {list !== null && <Subject subject={list} />}
        </>
      );
    case "reviewed":
      return (
        <>
          Reviewed {link}
          {stars !== null && `, ${pluralize(stars, "star")}`}
        </>
      );
    case "edited-review":
      return <>Edited your review of {link}</>;
    case "found-helpful":
      return <>Found a review of {link} helpful</>;
    case "reported-review":
      return <>Reported a review of {link}</>;
    case "suggested-edit":
      return <>Suggested an edit of {link}</>;
    case "reported-closed":
      return <>Reported whether {link} is closed</>;
    case "confirmed-fact":
      return <>Confirmed a fact about {link}</>;
  }
}

function Subject({ subject: { name, to } }: { subject: Activity["subject"] }) {
  if (to === null) return <>{name} (no longer available)</>;
  return (
    <Link className="link" to={to}>
      {name}
    </Link>
  );
}

export function NoActivity() {
  return (
    <p className="text-muted">
      Nothing yet. Your saves, lists and reviews appear here, newest first. Only you can see them.
    </p>
  );
}

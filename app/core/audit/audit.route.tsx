import "#app/core/cases/moderation.css";

import { Download } from "lucide-react";
import { Link, redirect } from "react-router";

import { pageMeta } from "#app/guide/seo/page-meta.ts";
import { isUuid } from "#app/lib/uuid.ts";
import { diffWords } from "#app/lib/word-diff.ts";
import { readQuery, type RouteHandle } from "#app/platform/route-handle.ts";
import { siteOf } from "#app/platform/site.ts";
import { pluralize, formatFullCount } from "#app/ui/format-count.ts";
import { EmptyState } from "#app/ui/empty-state.tsx";
import { Pager } from "#app/ui/pager.tsx";

import { requireRole } from "#app/people/accounts/guards.ts";
import { AdminPage } from "#app/desk/overview/admin-page.tsx";
import { SelectField } from "#app/desk/overview/content/content-parts.tsx";
import { FilterForm } from "#app/desk/overview/filter-form.tsx";
import type { Route } from "./+types/audit.route";
import {
  ACTOR_LABELS,
  AUDIT_PATH,
  type AuditFilters,
  auditPath,
  type ChangedValue,
  NO_AUDIT_FILTERS,
  type AuditEntryView,
  AUDIT_PARAMETERS,
} from "./audit-page.ts";
import { actionLabel, actionPhrase, pathLabel, SUBJECT_LABELS, subjectLabel } from "./audit-words.ts";
import { findAuditPage, findLoggedActions, parseAuditFilters } from "./audit-queries.server.ts";

export const handle = { audience: "admin", query: AUDIT_PARAMETERS } as const satisfies RouteHandle;

/** The audit log for admins. */
export async function loader({ context, request }: Route.LoaderArgs) {
  const site = siteOf(context);
  requireRole(site.viewer, request, ["admin"]);
  const filters = parseAuditFilters(readQuery(request, handle));
  const found = await findAuditPage(site.db, filters);
  if (filters.page > found.pageCount) throw redirect(auditPath({ ...filters, page: found.pageCount }), 303);
  return { ...found, filters, actions: await findLoggedActions(site.db) };
}

export const meta: Route.MetaFunction = ({ matches }) =>
  pageMeta({
    matches,
    title: "Audit log",
    description: "Who changed what, and what it was before.",
    path: AUDIT_PATH,
  });

export default function Audit({ loaderData }: Route.ComponentProps) {
  const { entries, count, isMore, pageCount, filters, actions } = loaderData;
  return (
    <AdminPage
      section="audit"
      title="Audit log"
      lead={`${isMore ? `The last ${formatFullCount(count)} changes` : pluralize(count, "change")}. Entries can’t be edited or deleted.`}
      actions={
        <a className="button button-outline" href={auditPath({ ...filters, page: 1 }, `${AUDIT_PATH}.csv`)} download>
          <Download className="icon-small" aria-hidden="true" />
          CSV
        </a>
      }
    >
      <Search filters={filters} actions={actions} />
      {entries.length === 0 ? (
        <EmptyState
          title="No changes"
          actions={
            <Link className="link" to={AUDIT_PATH}>
              Show the whole log
            </Link>
          }
        >
          Nothing in the audit log matches your search.
        </EmptyState>
      ) : (
        <ol className="audit-entries">
          {entries.map((entry) => (
            <Entry key={entry.id} entry={entry} />
          ))}
        </ol>
      )}
      <Pager
        label="Changes"
        page={filters.page}
        pageCount={pageCount}
        hrefFor={(page) => auditPath({ ...filters, page })}
      />
    </AdminPage>
  );
}

/** Choices instead of free text: the log's own words are for its CSV file. */
function Search({ filters, actions }: { filters: AuditFilters; actions: string[] }) {
  const isFiltered = auditPath({ ...filters, page: 1 }) !== auditPath(NO_AUDIT_FILTERS);
  const offered = [...new Set([...actions, ...(filters.action === "" ? [] : [filters.action])])];
  return (
    <div className="admin-filters">
      <FilterForm action={AUDIT_PATH} path={auditPath(filters)}>
        <SearchField name="q" label="Find text" filters={filters} />
        <SearchField name="who" label="Who" filters={filters} />
        <SelectField
          name="as"
          label="Acting as"
          value={filters.as}
          options={[
            { value: "", label: "As anyone" },
            ...Object.entries(ACTOR_LABELS).map(([value, label]) => ({ value, label: `As ${label.toLowerCase()}` })),
          ]}
        />
        <SelectField
          name="subject"
          label="What was changed"
          value={filters.subject}
          options={[
            { value: "", label: "Anything" },
            ...[...SUBJECT_LABELS].map(([value, label]) => ({ value, label })),
            ...(filters.subject === "" || SUBJECT_LABELS.has(filters.subject)
              ? []
              : [{ value: filters.subject, label: filters.subject }]),
          ]}
        />
        <SelectField
          name="action"
          label="Action"
          value={filters.action}
          options={[
            { value: "", label: "Any action" },
            ...offered.map((action) => ({ value: action, label: actionLabel(action) })),
          ]}
        />
        <DayField name="from" label="From" filters={filters} />
        <DayField name="to" label="To" filters={filters} />
        {filters.id !== "" && <input type="hidden" name="id" value={filters.id} />}
      </FilterForm>
      {isFiltered && (
        <Link className="button button-plain" to={AUDIT_PATH}>
          Clear
        </Link>
      )}
    </div>
  );
}

type FieldProps<Name extends keyof AuditFilters> = { name: Name; label: string; filters: AuditFilters };

function SearchField({ name, label, filters }: FieldProps<"q" | "who">) {
  return (
    <label className="field">
      <span className="sr-only">{label}</span>
      <input
        className="input"
        type="search"
        name={name}
        placeholder={label}
        defaultValue={filters[name]}
        maxLength={200}
        autoComplete="off"
      />
    </label>
  );
}

function DayField({ name, label, filters }: FieldProps<"from" | "to">) {
  return (
    <label className="audit-day">
      <span>{label}</span>
      <input className="input" type="date" name={name} defaultValue={filters[name]} />
    </label>
  );
}

function Entry({ entry }: { entry: AuditEntryView }) {
  const { id, at, atLabel, as, who, action, subject, values, isRedacted, folded } = entry;
  return (
    <li id={`entry-${id}`}>
      <p className="audit-line">
        <time dateTime={at}>{atLabel}</time>
        <span>
          {who.id === null ? who.label : <Link to={`/admin/users/${who.id}`}>{who.label}</Link>}
          <small> as {ACTOR_LABELS[as].toLowerCase()}</small>
        </span>
        <Link to={auditPath({ action })} title="Only this action">
          {actionPhrase(action)}
        </Link>
        <Subject subject={subject} />
      </p>
      {folded !== null && (
        <p className="text-muted text-row">
          {folded.count} saves, the first on {folded.firstLabel}.
        </p>
      )}
      {isRedacted && <p className="text-muted text-row">Details about a deleted account were removed.</p>}
      {values.length > 0 && (
        <dl className="audit-values">
          {values.map((value) => (
            <Value key={value.path} value={value} />
          ))}
        </dl>
      )}
    </li>
  );
}

function Subject({ subject: { kind, id, label, to } }: { subject: AuditEntryView["subject"] }) {
  const noun = subjectLabel(kind).toLowerCase();
  if (id === null) return <span>{noun}</span>;
  return (
    <span>
      {label !== null && to !== null && (
        <>
          <Link className="link" to={to}>
            {label}
          </Link>{" "}
        </>
      )}
      <Link className="audit-subject" to={auditPath({ subject: kind, id })} title={`All changes: ${noun} ${id}`}>
        {noun}
        {label === null && ` ${isUuid(id) ? `${id.slice(0, 8)}…` : id}`}
      </Link>
    </span>
  );
}

function Value({ value: { path, before, after } }: { value: ChangedValue }) {
  return (
    <div>
      <dt>{pathLabel(path)}</dt>
      <dd className="review-diff">
        {diffWords(before ?? "", after ?? "").map(({ kind, text }, index) => {
          if (kind === "same") return <span key={index}>{text}</span>;
          const Tag = kind === "removed" ? "del" : "ins";
          return (
            <Tag key={index}>
              <span className="sr-only">{kind}: </span>
              {text}
            </Tag>
          );
        })}
      </dd>
    </div>
  );
}

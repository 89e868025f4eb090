import "#app/core/cases/moderation.css";

import { Download } from "lucide-react";
import { Form, Link, redirect, useNavigation } from "react-router";

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
import { SkeletonRows } from "#app/desk/overview/content/skeleton-rows.tsx";
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
  const isLoading = useNavigation().location?.pathname === AUDIT_PATH;
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
      {isLoading ? (
        <SkeletonRows count={3} />
      ) : entries.length === 0 ? (
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

const FIELDS = [
  { name: "q", label: "Text", type: "search" },
  { name: "who", label: "Who", type: "text" },
  { name: "subject", label: "Subject type", type: "text" },
  { name: "id", label: "Subject ID", type: "text" },
  { name: "from", label: "From", type: "date" },
  { name: "to", label: "To", type: "date" },
] as const;

function Search({ filters, actions }: { filters: AuditFilters; actions: string[] }) {
  const isFiltered = auditPath({ ...filters, page: 1 }) !== auditPath(NO_AUDIT_FILTERS);
  return (
    <Form className="admin-search" action={AUDIT_PATH} role="search" key={auditPath(filters)}>
      {FIELDS.slice(0, 2).map((field) => (
        <SearchField key={field.name} field={field} filters={filters} />
      ))}
      <label className="field">
        <span>Acting as</span>
        <select className="input" name="as" defaultValue={filters.as}>
          <option value="">Anyone</option>
          {Object.entries(ACTOR_LABELS).map(([kind, label]) => (
            <option key={kind} value={kind}>
              {label}
            </option>
          ))}
        </select>
      </label>
      <label className="field">
        <span>Action</span>
        <select className="input" name="action" defaultValue={filters.action}>
          <option value="">Any</option>
          {[...new Set([...actions, ...(filters.action === "" ? [] : [filters.action])])].map((action) => (
            <option key={action} value={action}>
              {action}
            </option>
          ))}
        </select>
      </label>
      {FIELDS.slice(2).map((field) => (
        <SearchField key={field.name} field={field} filters={filters} />
      ))}
      <button type="submit" className="button button-outline">
        Search
      </button>
      {isFiltered && (
        <Link className="button button-plain" to={AUDIT_PATH}>
          Clear
        </Link>
      )}
    </Form>
  );
}

function SearchField({
  field: { name, label, type },
  filters,
}: {
  field: (typeof FIELDS)[number];
  filters: AuditFilters;
}) {
  return (
    <label className="field">
      <span>{label}</span>
      <input
        className="input"
        type={type}
        name={name}
        defaultValue={filters[name]}
        maxLength={200}
        autoComplete="off"
      />
    </label>
  );
}

function Entry({ entry }: { entry: AuditEntryView }) {
  const { id, at, atLabel, as, who, action, subject, values, isRedacted } = entry;
  return (
    <li id={`entry-${id}`}>
      <p className="audit-line">
        <time dateTime={at}>{atLabel}</time>
        <span>
          {who.id === null ? who.label : <Link to={`/admin/users/${who.id}`}>{who.label}</Link>}
          <small> as {ACTOR_LABELS[as].toLowerCase()}</small>
        </span>
        <Link className="badge" to={auditPath({ action })}>
          {action}
        </Link>
        <Subject subject={subject} />
      </p>
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
  if (id === null) return <span>{kind}</span>;
  return (
    <span>
      {label !== null && to !== null && (
        <>
          <Link className="link" to={to}>
            {label}
          </Link>{" "}
        </>
      )}
      <Link className="audit-subject" to={auditPath({ subject: kind, id })}>
        {kind} {isUuid(id) ? `${id.slice(0, 8)}…` : id}
      </Link>
    </span>
  );
}

function Value({ value: { path, before, after } }: { value: ChangedValue }) {
  return (
    <div>
      <dt>{path === "" ? "Value" : path}</dt>
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

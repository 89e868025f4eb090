import { lazy } from "react";

/** Most searches find enough, and don't load it. Its styles are in `search-alerts.css`, which the page imports. */
export const SearchAlertForm = lazy(async () => ({
  default: (await import("./search-alert-form.tsx")).SearchAlertForm,
}));

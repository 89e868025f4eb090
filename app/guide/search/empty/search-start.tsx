import { CategoryChips } from "./category-chips.tsx";
import { QuickSearchChips } from "../page/quick-search-chips.tsx";

export function SearchStart() {
  return (
    <>
      <h2 className="label search-browse" id="popular-searches">
        Popular searches
      </h2>
      <QuickSearchChips labelledBy="popular-searches" />
      <CategoryChips />
    </>
  );
}

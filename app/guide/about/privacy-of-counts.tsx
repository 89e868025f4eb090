import type { PrivacyLimits } from "./privacy-limits.ts";

export function ViewCountsSection({ limits }: { limits: PrivacyLimits }) {
  return (
    <>
      <h2 className="h2">How views are counted</h2>
      <p>
        We count how often a page is read, so that Trending means something. To count a reader once a day and not ten
        times, the server combines your network address and your browser’s user agent with a random number, and stores
        only a hash that can’t be reversed. The random number changes every day, and the old one is deleted together
        with that day’s hashes. What stays is two numbers per page and day: views and visitors. No one can be tracked
        from one day to the next, not even by us. The network address itself is never stored. Bots aren’t counted.
      </p>
      <p>
        In the same way we count for the whole guide what kind of site a view came from, whether it was on a phone,
        tablet or computer, how many searches found nothing, and how many people opened the plans page, started to pay
        and paid. Of the site you come from we store only its name, if it is one we know, such as a search engine, or if
        at least {limits.termVisitors} visitors from different networks came from it on the same day. The same goes for
        campaign words in a link. If your browser sends Global Privacy Control or Do Not Track, we count none of this
        and none of your search words, only one more view of the page. Words, site names and our server’s response times
        are deleted after {limits.detailDays} days, the rest after {limits.countDays}.
      </p>
      <p>
        In the same way we count for each place how often it appeared in a list, and how often someone followed the
        links on its page to its website, phone number or directions, or shared it. The managers of the place see these
        numbers by day, and never who it was. They see search words only if at least {limits.termVisitors} visitors from
        different networks used them on the same day. If you manage a place and are signed in, your own visits to it
        don’t count.
      </p>
      <p>
        Where a business pays to be shown, the slot says “Sponsored”. Which ad appears depends on the page and never on
        you. We count how often it was seen and followed, by day and page. To avoid counting one visitor too often, that
        day’s hashes are used here too, and deleted with the day.
      </p>
    </>
  );
}

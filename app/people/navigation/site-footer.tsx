import { ExternalLink, Rss } from "lucide-react";
import { Link } from "react-router";

import { Logo } from "#app/ui/marks.tsx";
import { ThemeChoice } from "#app/ui/theme-choice.tsx";
import { ARCHIVE_LINKS, COMPANY_LINKS, FEED_LINKS, LEGAL_LINKS, type NavigationLink } from "./navigation.ts";

/** The same on every page, including cached ones: it contains nothing about a visitor. */
const SUBSCRIBE_FORM = `<form class="site-footer-subscribe" method="post" action="/newsletter">
<label for="footer-email">Email address</label>
<input class="input" id="footer-email" type="email" name="email" required maxlength="254" autocomplete="email" placeholder="name@example.com">
<input class="site-footer-fax" type="text" name="fax" tabindex="-1" autocomplete="off" aria-hidden="true">
<button type="submit" class="button button-outline">Subscribe</button>
</form>
<p>One email a week. Unsubscribe anytime. See <a class="link" href="/newsletter">past issues</a> or follow a feed:</p>`;

/** Shown instead while the newsletter is switched off. */
const SUBSCRIBE_CLOSED = `<p>New subscriptions are paused. See <a class="link" href="/newsletter">past issues</a> or follow a feed:</p>`;

/** The first year of the copyright notice; later years make it a range. */
const FIRST_YEAR = 2025;

export const SITE_FOOTER_ID = "site-footer";

type SiteFooterProps = { year: number; socialLinks?: readonly string[]; isNewsletterClosed?: boolean | undefined };

export function SiteFooter({ year, socialLinks = [], isNewsletterClosed }: SiteFooterProps) {
  return (
    <footer id={SITE_FOOTER_ID} className="site-footer">
      <div className="site-footer-bars" aria-hidden="true" />
      <div className="wrap grid-12 site-footer-columns">
        <div className="site-footer-brand">
          <Link className="logo" to="/" aria-label="Rowhouse, home">
            <Logo />
          </Link>
          <p>A city guide and business directory for Washington, DC. Made in the District.</p>
        </div>
        <FooterLinks title="Categories" links={ARCHIVE_LINKS} />
        <FooterLinks title="Company" links={COMPANY_LINKS} />
        <nav className="site-footer-feeds" aria-label="Newsletter and feeds">
          <h2 className="h4">New guides by email</h2>
          {/* Rendered only on the server: it needs no script, so its HTML isn't in the bundle as well. */}
          <div
            suppressHydrationWarning
            dangerouslySetInnerHTML={{
              __html: import.meta.env.SSR ? (isNewsletterClosed === true ? SUBSCRIBE_CLOSED : SUBSCRIBE_FORM) : "",
            }}
          />
          <ul>
            {FEED_LINKS.map((link) => (
              <li key={link.to}>
                <a className="button button-outline button-small" href={link.to}>
                  <Rss className="icon-small" aria-hidden="true" />
                  {link.label}
                </a>
              </li>
            ))}
            {socialLinks.map((profile) => (
              <li key={profile}>
                <a className="button button-outline button-small" href={profile} rel="me">
                  <ExternalLink className="icon-small" aria-hidden="true" />
                  {hostOf(profile)}
                </a>
              </li>
            ))}
          </ul>
        </nav>
      </div>
      <div className="wrap">
        <div className="site-footer-legal">
          <span>© {year > FIRST_YEAR ? `${FIRST_YEAR}-${year}` : FIRST_YEAR} Rowhouse</span>
          {LEGAL_LINKS.map((link) => (
            <Link key={link.to} to={link.to}>
              {link.label}
            </Link>
          ))}
          <ThemeChoice />
          <span>
            Contains data from Open Data DC (CC BY 4.0), modified. Streets: U.S. Census Bureau TIGER/Line 2018.
          </span>
        </div>
      </div>
    </footer>
  );
}

/** "mastodon.social": the host name is the label, because names of social networks change. */
function hostOf(profile: string): string {
  return new URL(profile).hostname.replace(/^www\./, "");
}

function FooterLinks({ title, links }: { title: string; links: readonly NavigationLink[] }) {
  return (
    <nav className="site-footer-list" aria-label={title}>
      <h2 className="h4">{title}</h2>
      <ul>
        {links.map((link) => (
          <li key={link.to}>
            <Link to={link.to}>{link.label}</Link>
          </li>
        ))}
      </ul>
    </nav>
  );
}

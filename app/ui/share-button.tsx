import "./popup.css";
import "./share-button.css";

import { Copy, Mail, Share2 } from "lucide-react";

type ShareButtonProps = {
  /** What is shared: "Madam's Organ". */
  title: string;
  /** Its full address. */
  url: string;
  /** "place", "guide" or "list". */
  noun: string;
  /** A URL that counts the click. */
  ping?: string | undefined;
};

/**
 * Opens the system's share sheet or, where there is none, a popup with the address to copy. Both are the work of
 * `hydration/share-script.ts`, which runs before the page is awake. Without script the popup has the address to select.
 * One per page.
 */
export function ShareButton({ title, url, noun, ping }: ShareButtonProps) {
  const mail = `mailto:?${new URLSearchParams({ subject: title, body: url }).toString().replaceAll("+", "%20")}`;
  return (
    <>
      <button type="button" className="button button-outline" popoverTarget="share" data-share={title} data-ping={ping}>
        <Share2 className="icon" aria-hidden="true" />
        Share
      </button>
      <div className="popup" id="share" popover="auto" role="dialog" aria-labelledby="share-title">
        <p className="popup-title" id="share-title">
          Share this {noun}
        </p>
        <input className="input share-address" type="text" readOnly value={url} aria-label={`Link to this ${noun}`} />
        <div className="share-ways">
          <button type="button" className="button button-primary share-copy" data-copy="">
            <Copy className="icon" aria-hidden="true" />
            Copy link
          </button>
          <a className="button button-outline" href={mail}>
            <Mail className="icon" aria-hidden="true" />
            Email
          </a>
        </div>
        <p className="share-status" role="status" />
      </div>
    </>
  );
}

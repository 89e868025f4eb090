/** Codes for an address or a domain that doesn't exist. Source: RFC 3463, X.1.X; 5.1.351 is Microsoft's. */
const MISSING_CODE = /(?<![\d.])5\.1\.(?:[1236]|10|351)(?![\d.])/;

/** A code about the message, the sender or a policy: only certain words next to it are about the recipient. */
const OTHER_CODE = /(?<![\d.])5\.(?:[2367]\.\d{1,3}|1\.[78])(?![\d.])/;

const PERSON = "(?:user|recipient|mailbox|account|address|person|customer|alias|receiver|e-?mail address|name)";

/** What only an address that doesn't exist is told. */
const CERTAIN_WORDS = [
  `\\b(?:unknown|no such|non-?existent|nonexisting|invalid|undeliverable) (?:local |virtual )?${PERSON}\\b`,
  `\\b${PERSON}(?: \\S+)? (?:is |was |has been )?(?:not (?:been )?found|unknown|invalid|non-?existent)\\b`,
  `\\b${PERSON}(?: \\S+)? (?:does ?n[o’']t|does not|do not) exist\\b`,
  `\\baccount that you tried to reach (?:does not|does ?n[o’']t) exist\\b`,
  `\\b(?:does not|does ?n[o’']t) have an? (?:\\S+ )?account\\b`,
  `\\bis not a (?:known|valid) ${PERSON}\\b`,
  "\\bno (?:such )?mailbox (?:here|by that name)\\b",
  "\\bnot (?:our|a local) (?:user|customer)\\b",
  "\\buser not local\\b",
  "\\bno longer (?:valid|exists|has an account|works here)\\b",
  "\\brecipient ?not ?found\\b",
  "\\bunroute?able (?:mail )?(?:address|domain)\\b",
  "\\b(?:invalid|unknown|no such|nonexistent) (?:mail )?(?:domain|host)\\b",
  "\\b(?:domain|host)(?: name)?(?: or domain name)? (?:is |was )?(?:not found|unknown|does not exist)\\b",
];

/** What is told as well where somebody is refused for another reason, which a code then names. */
const LIKELY_WORDS = [
  "\\brecipient(?: address)? (?:\\S+ )?(?:was )?rejected: access denied\\b",
  "\\baddress rejected\\b",
  "\\bmailbox (?:is )?unavailable\\b",
];

/** Reasons other than the address. Whoever blocks us, is full or can't be looked up may have the recipient all the same. */
const OTHER_REASON_WORDS = [
  "\\bsenders?\\b",
  "\\bmail ?from\\b",
  "\\b(?:spf|dkim|dmarc|rdns|ptr)\\b",
  "\\b(?:spam|junk|virus|malware|phish\\w*|unsolicited|bulk)\\b",
  "\\b(?:block(?:ed|ing|list\\w*)?|black ?list\\w*|deny ?list\\w*|listed|banned|reputation)\\b",
  "\\bpolic(?:y|ies)\\b",
  "\\b(?:rela(?:y|ying)|authenticat\\w*|may not send|not allowed|not permitted|not authori[sz]ed|prohibited)\\b",
  "\\b(?:quota|over ?quota|full|too (?:large|big|many|much|fast)|size|limit\\w*|exceed\\w*|insufficient|sent to too)\\b",
  "\\b(?:frozen|disabled|inactive|suspended|deactivated|locked|expired)\\b",
  "\\b(?:content|attachments?|loop\\w*|hops?|header\\w*)\\b",
  "\\b(?:grey ?list\\w*|gray ?list\\w*|temporar\\w*|try (?:it )?(?:again|later)|timed? ?out|later)\\b",
  "\\b(?:malformed|unexpected|server failure|servfail|misconfigur\\w*|config\\w*)\\b",
];

const CERTAIN = new RegExp(CERTAIN_WORDS.join("|"), "i");
const LIKELY = new RegExp(LIKELY_WORDS.join("|"), "i");
const OTHER_REASON = new RegExp(OTHER_REASON_WORDS.join("|"), "i");

/** Addresses and links of an answer, whose words say nothing ("help.example/blocked", "<full@example.com>"). */
const LINKS_AND_ADDRESSES = /\b(?:https?:\/\/|www\.)\S+|<?[^\s<>@]{1,64}@[^\s<>]{1,255}>?/gi;

/** Longer than any answer of a mail server (RFC 5321, 4.5.3.1.5, over a few lines). */
const ANSWER_CHARACTERS_MAX = 4_000;

/**
 * Whether a mail server's answer, such as "550 5.1.1 No such user", says that the recipient or their domain doesn't exist: by
 * its code or in words, and without naming another reason. A plain 550 says nothing: it is also the answer to a block,
 * a policy or a full mailbox.
 *
 * @param answer A reply of SMTP, or a report's code and text.
 */
export function isUnknownRecipient(answer: string): boolean {
  const text = answer.slice(0, ANSWER_CHARACTERS_MAX).replaceAll(LINKS_AND_ADDRESSES, "it").replaceAll(/\s+/g, " ");
  if (/^4\d\d\b/.test(text) || OTHER_REASON.test(text)) return false;
  if (CERTAIN.test(text)) return true;
  return !OTHER_CODE.test(text) && (MISSING_CODE.test(text) || LIKELY.test(text));
}

/** A host name in a text in lower case. Only these top-level domains: "good.It" is a missing space, not an address. */
export const HOST_NAME =
  /[\p{L}\p{N}-]\.(?:com|net|org|info|biz|online|shop|store|site|club|xyz|top|app|dev|link|click|ly|gl|ru|cn|tk|vip|icu|page|blog|example)\b/u;

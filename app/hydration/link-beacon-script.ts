/**
 * Sends a beacon when a link with a `ping` is clicked, because not all browsers send pings. Plain ES5, because it isn't
 * compiled.
 *
 * @see docs/decisions/0023-analytics-without-tracking-visitors.md
 */
export const LINK_BEACON_SCRIPT = `(function(){var d=document,b=navigator;d.addEventListener("click",function(v){var t=v.target,
a=t.closest&&t.closest("a[ping]"),p=a&&a.getAttribute("ping");if(!a)return;
if(p&&b.sendBeacon&&b.sendBeacon(p)){a.removeAttribute("ping");setTimeout(function(){a.setAttribute("ping",p)})}})})()`;

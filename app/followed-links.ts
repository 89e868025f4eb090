/**
 * A link with a `ping` says that it was followed, by a beacon: not every browser sends pings, and those that do then send
 * none besides. Where no script runs, the ping alone does it. One that begins a letter opens the system's own sharing, where
 * there is one. It works before the page is awake, because who knows where to go follows the first link in sight.
 * Plain ES5, because nothing compiles it; `hydrateLate` puts it into every page.
 *
 * @see docs/decisions/0023-analytics-without-tracking-visitors.md
 */
export const FOLLOWED_LINKS = `(function(){var d=document,b=navigator,m="a[href^='mailto:?']";d.addEventListener("click",function(v){var t=v.target,
a=t.closest&&t.closest("a[ping],"+m),p=a&&a.getAttribute("ping");if(!a)return;
if(p&&b.sendBeacon&&b.sendBeacon(p)){a.removeAttribute("ping");setTimeout(function(){a.setAttribute("ping",p)})}
if(b.share&&a.matches(m)){v.preventDefault();b.share({title:d.title,url:location.href}).catch(function(){})}})})()`;

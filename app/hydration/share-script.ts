/** Where the browser keeps the way of directions that its user chose last. */
export const DIRECTIONS_STORAGE_KEY = "rowhouse-directions";

/**
 * Share buttons (`ui/share-button.tsx`) and directions (`places/page/directions-links.tsx`), for pages that aren't hydrated
 * yet. The system's share sheet opens in place of the button's popup where there is one; "Copy link" copies the popup's
 * address. `#share` in the page's address opens the popup. The map that was chosen last opens by "Directions". Plain ES5, because it isn't compiled.
 */
export const SHARE_SCRIPT = `(function(){var d=document,n=navigator,h=d.documentElement,k="${DIRECTIONS_STORAGE_KEY}",s;
function mark(w){if(/^[a-z]+$/.test(w||""))h.setAttribute("data-directions",w)}
try{s=localStorage.getItem(k)}catch(e){}mark(s);
function say(p,t){p.querySelector("[role=status]").textContent=t}
function copy(p){var i=p.querySelector("input"),old=function(){i.select();var ok=false;try{ok=d.execCommand("copy")}catch(e){}say(p,ok?"Link copied.":"Press Ctrl+C or Command+C to copy the link.")};
if(n.clipboard)n.clipboard.writeText(i.value).then(function(){say(p,"Link copied.")},old);else old()}
if(location.hash==="#share"&&(s=d.getElementById("share"))&&s.showPopover)s.showPopover();
d.addEventListener("click",function(v){var t=v.target,a,p,w;if(!t.closest)return;
if(a=t.closest("[data-share]")){p=d.getElementById(a.getAttribute("popovertarget"));say(p,"");w=a.getAttribute("data-ping");if(w&&n.sendBeacon)n.sendBeacon(w);
if(n.share){v.preventDefault();n.share({title:a.getAttribute("data-share"),url:p.querySelector("input").value}).catch(function(e){if(e.name!=="AbortError"&&p.showPopover)p.showPopover()})}}
else if(a=t.closest("[data-copy]"))copy(a.closest("[popover]"));
else if(a=t.closest("a[data-way]")){w=a.getAttribute("data-way");mark(w);try{localStorage.setItem(k,w)}catch(e){}}
else if(a=t.closest("a[data-ways]")){p=d.querySelector('#'+a.getAttribute("data-ways")+' a[data-way="'+h.getAttribute("data-directions")+'"]');if(p)a.href=p.href}})})()`;

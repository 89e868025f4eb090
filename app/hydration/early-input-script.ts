/** Events of the document that `entry.client.tsx` fires before and after hydration. */
export const HYDRATING_EVENT = "hydrating";
export const HYDRATED_EVENT = "hydrated";

/** Nobody presses more in the second before a page hydrates. */
const EARLY_INPUTS_MAX = 20;

/**
 * Repeats after hydration what a visitor pressed before it: buttons that need script, and keys outside of fields. React itself
 * takes what comes during hydration. Plain ES5, because it isn't compiled; `deferHydration` adds it to every page.
 */
export const EARLY_INPUT_SCRIPT = `(function(){var d=document,q=[];
function on(v){var t=v.target,b;if(q.length>=${EARLY_INPUTS_MAX}||!t.closest)return;
if(v.type==="click"){b=t.closest("button[type=button]:not([popovertarget],[command])");if(b)q.push(function(){if(b.isConnected)b.click()})}
else if(v.key.length===1&&v.key!=="/"&&v.key!==" "&&!v.ctrlKey&&!v.metaKey&&!v.altKey&&!t.isContentEditable&&!t.matches("input,textarea,select"))q.push(function(){(t.isConnected?t:d.body).dispatchEvent(new KeyboardEvent("keydown",{key:v.key,code:v.code,shiftKey:v.shiftKey,bubbles:true,cancelable:true}))})}
function off(){d.removeEventListener("click",on,true);d.removeEventListener("keydown",on,true)}
d.addEventListener("click",on,true);d.addEventListener("keydown",on,true);d.addEventListener("${HYDRATING_EVENT}",off);
d.addEventListener("${HYDRATED_EVENT}",function(){off();q.splice(0).forEach(function(f){f()})})})()`;

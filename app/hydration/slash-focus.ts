/**
 * The `/` key, outside of fields, focuses the visible search box: the header's or the page's. Works before hydration.
 * Plain ES5, because it isn't compiled; `deferHydration` adds it to every page.
 */
export const SLASH_FOCUS_SCRIPT = `(function(){var d=document;d.addEventListener("keydown",function(v){var t=v.target,b,i;
if(v.key!=="/"||v.ctrlKey||v.metaKey||v.altKey||v.defaultPrevented||t.isContentEditable||t.matches&&t.matches("input,textarea,select")||d.querySelector("dialog[open]"))return;
b=d.querySelectorAll("input[data-slash-focus]");for(i=0;i<b.length;i++)if(b[i].checkVisibility()){v.preventDefault();b[i].focus();b[i].select();return}})})()`;

/**
 * `/` anywhere but in a field goes to the search box: the header's when it is shown, else the page's own. It works before the
 * page is awake, because for who knows it, it is the first key; what is typed after it is there when the page wakes.
 * Plain ES5, because nothing compiles it; `hydrateLate` puts it into every page.
 */
export const SLASH_FOCUS = `(function(){var d=document;d.addEventListener("keydown",function(v){var t=v.target,b,i;
if(v.key!=="/"||v.ctrlKey||v.metaKey||v.altKey||v.defaultPrevented||t.isContentEditable||t.matches&&t.matches("input,textarea,select")||d.querySelector("dialog[open]"))return;
b=d.querySelectorAll("input[data-slash-focus]");for(i=0;i<b.length;i++)if(b[i].checkVisibility()){v.preventDefault();b[i].focus();b[i].select();return}})})()`;

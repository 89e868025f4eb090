import { Check, Copy } from "lucide-react";
import { useState } from "react";

type CopyButtonProps = { text: string; label?: string; className?: string };

/**
 * Copies a text that is also on the page. The server renders it, and its page wakes on load: the first click must work.
 * Hidden without script.
 */
export function CopyButton({ text, label = "Copy", className = "button button-outline" }: CopyButtonProps) {
  const [outcome, setOutcome] = useState<keyof typeof OUTCOMES | null>(null);
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(text);
      setOutcome("copied");
    } catch {
      // Refused by the browser, or the page isn't on HTTPS.
      setOutcome("refused");
    }
  };
  const Icon = outcome === "copied" ? Check : Copy;
  return (
    <span className="copy-text needs-script" data-at-once="">
      <button type="button" className={className} onClick={() => void copy()}>
        <Icon className="icon" aria-hidden="true" />
        {label}
      </button>
      <span role="status">{outcome === null ? "" : OUTCOMES[outcome]}</span>
    </span>
  );
}

const OUTCOMES = {
  copied: "Copied.",
  refused: "Your browser didn’t allow copying. Select the text and copy it.",
} as const;

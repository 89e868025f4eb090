import { type ReactNode, useRef } from "react";

import { useAfterNavigation } from "./use-after-navigation.ts";

/**
 * A modal sheet: a native dialog that `PanelOpener` opens by an invoker command, or by script in browsers without invoker
 * commands. Following a link inside closes it.
 */
export function Panel({ id, label, children }: { id: string; label: string; children: ReactNode }) {
  const dialog = useRef<HTMLDialogElement>(null);
  useAfterNavigation(() => dialog.current?.close());
  return (
    <dialog ref={dialog} className="panel" id={id} aria-label={label}>
      {children}
    </dialog>
  );
}

export function PanelOpener({ panel, label, children }: { panel: string; label: string; children: ReactNode }) {
  return <PanelButton command="show-modal" panel={panel} label={label} icon={children} />;
}

export function PanelCloser({ panel, label, children }: { panel: string; label: string; children: ReactNode }) {
  return <PanelButton command="close" panel={panel} label={label} icon={children} />;
}

function PanelButton({
  command,
  panel,
  label,
  icon,
}: {
  command: "show-modal" | "close";
  panel: string;
  label: string;
  icon: ReactNode;
}) {
  // React's types don't have these attributes yet; React renders them unchanged.
  const invoker = { command, commandfor: panel };
  return (
    <button
      type="button"
      className="icon-button"
      aria-label={label}
      onClick={() => commandByScript(command, panel)}
      {...invoker}
    >
      {icon}
    </button>
  );
}

function commandByScript(command: "show-modal" | "close", panel: string) {
  if ("commandForElement" in HTMLButtonElement.prototype) return;
  const dialog = document.getElementById(panel);
  if (!(dialog instanceof HTMLDialogElement)) return;
  if (command === "close") dialog.close();
  else dialog.showModal();
}

/** Icon sizes that operating systems expect. Sources: the Web App Manifest specification; Apple's "Configuring Web Applications". */
export const APP_ICONS = [
  { file: "icon-192.png", pixels: 192, isMaskable: false },
  { file: "icon-512.png", pixels: 512, isMaskable: false },
  { file: "maskable-512.png", pixels: 512, isMaskable: true },
  // iOS rounds the corners itself and shows no transparency.
  { file: "apple-touch-icon.png", pixels: 180, isMaskable: false },
] as const;

export type AppIcon = (typeof APP_ICONS)[number];

export const APPLE_TOUCH_ICON_PATH = appIconPath("apple-touch-icon.png");

export function appIconPath(file: AppIcon["file"]): string {
  return `/app-icons/${file}`;
}

export function findAppIcon(file: string): AppIcon | null {
  return APP_ICONS.find((icon) => icon.file === file) ?? null;
}

/** The web app manifest, used when the site is added to a home screen. */
export function webManifest(): object {
  const icons = APP_ICONS.filter(({ file }) => file !== "apple-touch-icon.png").map(({ file, pixels, isMaskable }) => ({
    src: appIconPath(file),
    sizes: `${pixels}x${pixels}`,
    type: "image/png",
    purpose: isMaskable ? "maskable" : "any",
  }));
  return {
    name: "Rowhouse - Your Guide to Washington, DC",
    short_name: "Rowhouse",
    description: "Places, guides and neighborhoods of Washington, DC.",
    id: "/",
    start_url: "/",
    scope: "/",
    display: "browser",
    lang: "en-US",
    background_color: "#fbf9f5",
    theme_color: "#943b27",
    categories: ["travel", "lifestyle"],
    icons: [{ src: "/favicon.svg", sizes: "any", type: "image/svg+xml", purpose: "any" }, ...icons],
  };
}

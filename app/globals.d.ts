/** True in the trial build (npm start, npm run dev), false in the production build. Set by vite.config.ts. */
declare const __TRIAL__: boolean;

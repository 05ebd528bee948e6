/** Tailwind 4 needs this one plugin; its theme lives in app/globals.css. */
const config = {
  plugins: { "@tailwindcss/postcss": {} },
};

export default config;

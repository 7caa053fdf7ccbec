// The tools are plain JavaScript, since they run before anything is installed; to the type checker their exports are
// untyped.
declare module '*.mjs'

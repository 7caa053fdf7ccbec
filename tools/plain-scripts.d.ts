// The tools are plain JavaScript because they run before anything is installed. Their exports have no types.
declare module '*.mjs'

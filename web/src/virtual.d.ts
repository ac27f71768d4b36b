declare module 'virtual:texts' {
  const languages: Record<string, () => Promise<{ default: string }>>
  export default languages
}
declare module 'virtual:rules' {
  const pages: Record<string, () => Promise<{ default: import('./lib/rules').RulesPart[] }>>
  export default pages
}

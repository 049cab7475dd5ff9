/** The icons are imported one by one, past the barrel; the package ships types for the barrel alone. */
declare module '@tabler/icons-react/dist/esm/icons/*' {
  const icon: import('@tabler/icons-react').Icon;
  export default icon;
}

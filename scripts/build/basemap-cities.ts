/**
 * Cities by the zoom level from which the map labels them: the best known first, then smaller ones. All are on the road
 * map.
 */
// biome-ignore format: a list to read across
export const CITIES_BY_RANK: readonly (readonly string[])[] = [
  ['New York NY', 'Los Angeles CA', 'Chicago IL', 'Houston TX', 'Dallas TX', 'Atlanta GA', 'Miami FL', 'Seattle WA',
    'Denver CO', 'Phoenix AZ', 'Minneapolis MN', 'St. Louis MO', 'Kansas City MO', 'San Francisco CA', 'Boston MA',
    'Salt Lake City UT', 'Washington DC', 'Detroit MI', 'Charlotte NC', 'Nashville TN', 'New Orleans LA', 'Memphis TN',
    'Las Vegas NV', 'Philadelphia PA', 'Indianapolis IN', 'San Antonio TX'],
  ['Portland OR', 'San Diego CA', 'Sacramento CA', 'Boise ID', 'Billings MT', 'Spokane WA', 'Reno NV', 'Tucson AZ',
    'Albuquerque NM', 'El Paso TX', 'Amarillo TX', 'Oklahoma City OK', 'Tulsa OK', 'Austin TX', 'Laredo TX', 'Wichita KS',
    'Omaha NE', 'Des Moines IA', 'Fargo ND', 'Sioux Falls SD', 'Rapid City SD', 'Cheyenne WY', 'Milwaukee WI',
    'Columbus OH', 'Cleveland OH', 'Cincinnati OH', 'Pittsburgh PA', 'Buffalo NY', 'Louisville KY', 'Knoxville TN',
    'Birmingham AL', 'Jacksonville FL', 'Tampa FL', 'Orlando FL', 'Savannah GA', 'Raleigh NC', 'Richmond VA', 'Norfolk VA',
    'Baltimore MD', 'Little Rock AR', 'Jackson MS', 'Mobile AL', 'Fresno CA', 'Portland ME', 'Charleston WV', 'Newark NJ',
    'Shreveport LA'],
  ['Ontario CA', 'Stockton CA', 'Bakersfield CA', 'Barstow CA', 'Redding CA', 'Eugene OR', 'Medford OR', 'Yakima WA',
    'Missoula MT', 'Butte MT', 'Great Falls MT', 'Bozeman MT', 'Idaho Falls ID', 'Pocatello ID', 'Elko NV', 'St. George UT',
    'Flagstaff AZ', 'Kingman AZ', 'Yuma AZ', 'Las Cruces NM', 'Santa Fe NM', 'Grand Junction CO', 'Colorado Springs CO',
    'Pueblo CO', 'Casper WY', 'Rock Springs WY', 'Bismarck ND', 'Grand Forks ND', 'Lubbock TX', 'Midland TX', 'Abilene TX',
    'Fort Worth TX', 'Waco TX', 'Corpus Christi TX', 'Brownsville TX', 'Beaumont TX', 'Wichita Falls TX', 'Texarkana TX',
    'Fort Smith AR', 'Bentonville AR', 'Springfield MO', 'Joplin MO', 'Columbia MO', 'Topeka KS', 'Salina KS', 'Lincoln NE',
    'North Platte NE', 'Sioux City IA', 'Davenport IA', 'Duluth MN', 'Madison WI', 'Green Bay WI', 'Eau Claire WI',
    'Rockford IL', 'Peoria IL', 'Springfield IL', 'Effingham IL', 'Joliet IL', 'Gary IN', 'Fort Wayne IN', 'South Bend IN',
    'Evansville IN', 'Grand Rapids MI', 'Lansing MI', 'Sault Ste. Marie MI', 'Toledo OH', 'Akron OH', 'Dayton OH',
    'Erie PA', 'Harrisburg PA', 'Scranton PA', 'Syracuse NY', 'Rochester NY', 'Albany NY', 'Hartford CT', 'Providence RI',
    'Worcester MA', 'Concord NH', 'Burlington VT', 'Bangor ME', 'Roanoke VA', 'Greensboro NC', 'Asheville NC',
    'Wilmington NC', 'Fayetteville NC', 'Columbia SC', 'Charleston SC', 'Greenville SC', 'Augusta GA', 'Macon GA',
    'Chattanooga TN', 'Lexington KY', 'Montgomery AL', 'Tallahassee FL', 'Pensacola FL', 'Fort Myers FL', 'Baton Rouge LA',
    'Lafayette LA', 'Meridian MS', 'Wilmington DE'],
]

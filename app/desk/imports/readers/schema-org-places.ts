/**
 * The types of schema.org that are places which people go to: what is under LocalBusiness, CivicStructure and the landmarks, without
 * homes, regions, bodies of water, and offers, jobs, events and organizations, which have addresses too.
 *
 * @see https://schema.org/docs/full.html
 */
export const PLACE_TYPES: ReadonlySet<string> = new Set(
  `Place LocalBusiness TouristAttraction TouristDestination LandmarksOrHistoricalBuildings
  AnimalShelter ArchiveOrganization AutomotiveBusiness AutoBodyShop AutoDealer AutoPartsStore AutoRental AutoRepair AutoWash
  GasStation MotorcycleDealer MotorcycleRepair ChildCare DryCleaningOrLaundry EmergencyService FireStation PoliceStation
  EmploymentAgency EntertainmentBusiness AdultEntertainment AmusementPark ArtGallery Casino ComedyClub MovieTheater NightClub
  FinancialService AccountingService AutomatedTeller BankOrCreditUnion InsuranceAgency
  FoodEstablishment Bakery BarOrPub Brewery CafeOrCoffeeShop Distillery FastFoodRestaurant IceCreamShop Restaurant Winery
  GovernmentOffice PostOffice HealthAndBeautyBusiness BeautySalon DaySpa HairSalon HealthClub NailSalon TattooParlor
  HomeAndConstructionBusiness Electrician GeneralContractor HVACBusiness HousePainter Locksmith MovingCompany Plumber
  RoofingContractor InternetCafe LegalService Attorney Notary Library
  LodgingBusiness BedAndBreakfast Campground Hostel Hotel Motel Resort SkiResort
  MedicalBusiness MedicalOrganization MedicalClinic Dentist Dermatology DiagnosticLab Hospital Optician Optometric Pediatric
  Pharmacy Physician PhysiciansOffice Physiotherapy Podiatric Psychiatric PublicHealth VeterinaryCare
  ProfessionalService RadioStation RealEstateAgent RecyclingCenter SelfStorage ShoppingCenter
  SportsActivityLocation BowlingAlley ExerciseGym GolfCourse PublicSwimmingPool SportsClub StadiumOrArena TennisComplex
  Store BikeStore BookStore ClothingStore ComputerStore ConvenienceStore DepartmentStore ElectronicsStore Florist FurnitureStore
  GardenStore GroceryStore HardwareStore HobbyShop HomeGoodsStore JewelryStore LiquorStore MensClothingStore MobilePhoneStore
  MovieRentalStore MusicStore OfficeEquipmentStore OutletStore PawnShop PetStore ShoeStore SportingGoodsStore TireShop ToyStore
  WholesaleStore TelevisionStation TouristInformationCenter TravelAgency
  CivicStructure Airport Aquarium Beach BoatTerminal Bridge BusStation BusStop Cemetery Crematorium EventVenue
  GovernmentBuilding CityHall Courthouse DefenceEstablishment Embassy LegislativeBuilding Museum MusicVenue Park
  ParkingFacility PerformingArtsTheater PlaceOfWorship BuddhistTemple CatholicChurch Church HinduTemple Mosque Synagogue
  Playground PublicToilet RVPark SubwayStation TaxiStand TrainStation Zoo
  EducationalOrganization CollegeOrUniversity ElementarySchool HighSchool MiddleSchool Preschool School`.split(/\s+/),
);
